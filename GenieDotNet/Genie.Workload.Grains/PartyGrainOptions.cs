namespace Genie.Workload.Grains;

/// <summary>How party grains keep their state.</summary>
public sealed record PartyGrainOptions
{
    /// <summary>A snapshot is saved when so many events came since the last one. Default 128.</summary>
    public int SnapshotEvery { get; init; } = 128;

    /// <summary>How often a request is decided again because another process appended first. Default 8.</summary>
    public int ConflictsMax { get; init; } = 8;
}
