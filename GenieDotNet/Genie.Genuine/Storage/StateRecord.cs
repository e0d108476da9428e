namespace Genie.Genuine.Storage;

/// <summary>What a store keeps under a name.</summary>
/// <param name="Value">The bytes.</param>
/// <param name="Version">Changes with every write and never comes again; above 0.</param>
public readonly record struct StateRecord(ReadOnlyMemory<byte> Value, long Version);
