namespace Genie.EventStore.Tests.Embedded.Faults;

/// <summary>What happened in a simulation.</summary>
internal sealed class SimulationCounts
{
    public long Appends { get; set; }

    public long Repeats { get; set; }

    public long Deletions { get; set; }

    public long Starts { get; set; }

    public long UnconfirmedStartsKept { get; set; }

    public long UnconfirmedDeletionsKept { get; set; }

    public long Crashes { get; set; }

    public long CrashesWhileOpening { get; set; }

    public long UnconfirmedKept { get; set; }

    public long FullDisks { get; set; }

    public long Compactions { get; set; }

    public long WritesBesideCompaction { get; set; }

    public long CompactedReads { get; set; }

    public long HarmfulAppends { get; set; }

    public long SyncFailures { get; set; }

    public long Restarts { get; set; }

    public long LossRefused { get; set; }

    public long RotRefused { get; set; }

    public long RotReadRefused { get; set; }

    public long SpoiltIndexes { get; set; }

    public long RotHarmless { get; set; }
}
