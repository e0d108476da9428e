namespace Genie.Extensions.Genius.Streams;

/// <summary>How stream grains keep their state.</summary>
public sealed record StreamGrainOptions
{
    /// <summary>A snapshot is saved when so many events came since the last one. Default 256.</summary>
    public int SnapshotEvery { get; init; } = 256;

    /// <summary>How often a message is decided again because another process appended first. Default 8.</summary>
    public int ConflictsMax { get; init; } = 8;
}
