namespace Genie.Brokers.Pulsar.Libraries;

/// <summary>What a message carries beside its bytes; empty texts are left out.</summary>
/// <param name="Key">The partition key.</param>
/// <param name="ReplyTo">The topic of the answer.</param>
/// <param name="Correlation">What the answer must carry again.</param>
/// <param name="Others">Of a message to be sent its further properties, of one that was received all; null for none.</param>
internal readonly record struct LibraryProperties(string Key, string ReplyTo, string Correlation, IEnumerable<KeyValuePair<string, string>>? Others = null);
