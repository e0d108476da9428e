namespace Genie.Brokers.Pulsar.Libraries;

/// <summary>What a message carries beside its bytes; empty texts are left out.</summary>
internal readonly record struct LibraryProperties(string Key, string ReplyTo, string Correlation);
