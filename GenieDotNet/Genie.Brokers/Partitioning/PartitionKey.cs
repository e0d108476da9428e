namespace Genie.Brokers.Partitioning;

/// <summary>Reads the key of a message: the bytes by which it finds its partition; empty where it has none.</summary>
public delegate ReadOnlySpan<byte> PartitionKey(ReadOnlySpan<byte> message);
