namespace Genie.EventStore.Tests.Embedded.Faults;

/// <summary>What a stream must hold.</summary>
internal sealed class ModelStream(string name)
{
    public string Name { get; } = name;

    /// <summary>Payloads of confirmed events, version 1 first.</summary>
    public List<byte[]> Confirmed { get; } = [];

    /// <summary>Appends whose fate is unknown, in their order.</summary>
    public List<ModelAppend> InDoubt { get; } = [];

    public long SnapshotVersion { get; set; }

    /// <summary>Versions of snapshots whose fate is unknown.</summary>
    public HashSet<long> SnapshotsInDoubt { get; } = [];
}
