namespace Genie.EventStore;

/// <summary>A stream's state as of a version, so that the events before need not be read.</summary>
/// <param name="Version">The last event that it contains.</param>
/// <param name="State">The state; the store does not look into it.</param>
public sealed record StreamSnapshot(long Version, ReadOnlyMemory<byte> State);
