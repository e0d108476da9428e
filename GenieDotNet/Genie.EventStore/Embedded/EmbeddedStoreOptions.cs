namespace Genie.EventStore.Embedded;

/// <summary>How the embedded store keeps its log.</summary>
public sealed record EmbeddedStoreOptions
{
    /// <summary>The folder; it is made if it is not there.</summary>
    public required string Folder { get; init; }

    /// <summary>Bytes of a segment file, reserved when it is begun; up to 2 GiB. Default 64 MiB.</summary>
    public long SegmentBytes { get; init; } = 64L << 20;

    /// <summary>Appends that wait are written together up to about so many bytes. Default 4 MiB.</summary>
    public int BatchBytes { get; init; } = 4 << 20;

    /// <summary>The most bytes that one append may bring. Default 16 MiB.</summary>
    public int AppendBytesMax { get; init; } = 16 << 20;

    /// <summary>The most appends that wait to be written; callers beyond that wait for room. Default 16,384.</summary>
    public int PendingAppendsMax { get; init; } = 16_384;

    /// <summary>
    /// True to read what is there at the time of opening and to change nothing: from media that cannot be written to, and beside a process
    /// that writes. What is appended later is not seen. Default false.
    /// </summary>
    public bool ReadOnly { get; init; }

    /// <summary>
    /// True to read all of the log when it is opened, with every checksum and the order of everything. Default false: the last segment is
    /// read whole, of the others head and end, and records when they are asked for.
    /// </summary>
    public bool VerifyOnOpen { get; init; }

    /// <summary>About half as many streams as stay in memory because they were used lately, 200 bytes each; what is known of others is in index files. Default 262,144.</summary>
    public int StreamsCached { get; init; } = 1 << 18;

    /// <summary>How many index files of a size become one.</summary>
    internal int IndexFilesMerged { get; init; } = 8;

    /// <summary>Gives the time of events.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;
}
