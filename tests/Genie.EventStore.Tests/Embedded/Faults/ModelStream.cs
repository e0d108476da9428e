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

    /// <summary>The version that the last deletion took; 0 if there was none.</summary>
    public long DeletedVersion { get; private set; }

    /// <summary>True if the fate of a deletion is unknown.</summary>
    public bool IsDeletionInDoubt { get; set; }

    /// <summary>The version that readers are to be told.</summary>
    public long Version => Confirmed.Count == DeletedVersion ? 0 : Confirmed.Count;

    /// <summary>Versions of snapshots whose fate is unknown.</summary>
    public HashSet<long> SnapshotsInDoubt { get; } = [];

    /// <summary>A start whose fate is unknown.</summary>
    public (int Version, bool HasState)? StartInDoubt { get; set; }

    /// <summary>Its versions up to that are elsewhere; with a state there is a snapshot as of it.</summary>
    public void Start(int version, bool hasState)
    {
        for (var i = 1; i <= version; i++) Confirmed.Add(PayloadBeforeStart(i));
        if (hasState) SnapshotVersion = version;
        else DeletedVersion = version;
    }

    /// <summary>What a stream that was started is taken to have held.</summary>
    public static byte[] PayloadBeforeStart(int version) => [(byte)version, 0];

    /// <summary>All until now is gone; the deletion itself takes a version, of which no event is.</summary>
    public void Delete()
    {
        Confirmed.Add([]);
        (DeletedVersion, SnapshotVersion, IsDeletionInDoubt) = (Confirmed.Count, 0, false);
        SnapshotsInDoubt.Clear();
    }
}
