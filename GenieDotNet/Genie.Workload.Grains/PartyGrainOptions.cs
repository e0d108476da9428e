namespace Genie.Workload.Grains;

/// <summary>How party grains keep their state.</summary>
public sealed record PartyGrainOptions
{
    /// <summary>A snapshot is saved when so many events came since the last one. Default 128.</summary>
    public int SnapshotEvery { get; init; } = 128;

    /// <summary>How often a request is decided again because another process appended first. Default 8.</summary>
    public int ConflictsMax { get; init; } = 8;

    /// <summary>
    /// The version in which events are written, 1 to <see cref="PartyEvents.NewestVersion"/>. Default 1. It is raised when every process that shares the
    /// store reads that version: one that does not would refuse the party until another process has it.
    /// </summary>
    public int EventVersion { get; init; } = 1;

    /// <summary>Events up to this version are read, a later one is refused, as an older release would. Default: the newest.</summary>
    public int EventVersionMax { get; init; } = PartyEvents.NewestVersion;

    internal PartyGrainOptions Checked()
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(EventVersionMax, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(EventVersionMax, PartyEvents.NewestVersion);
        ArgumentOutOfRangeException.ThrowIfLessThan(EventVersion, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(EventVersion, EventVersionMax);
        return this;
    }
}
