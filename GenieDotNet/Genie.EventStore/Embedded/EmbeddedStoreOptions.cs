namespace Genie.EventStore.Embedded;

/// <summary>How the embedded store keeps its log.</summary>
public sealed record EmbeddedStoreOptions
{
    private const long SegmentBytesMin = 1024;
    private const long SegmentBytesMax = 2L << 30;

    /// <summary>The folder; it is made if it is not there.</summary>
    public required string Folder { get; init; }

    /// <summary>Bytes of a segment file, reserved when it is begun; 1 KiB to 2 GiB. Default 64 MiB.</summary>
    public long SegmentBytes { get; init; } = 64L << 20;

    /// <summary>Appends that wait are written together up to about so many bytes, 512 MiB at most. Default 4 MiB.</summary>
    public int BatchBytes { get; init; } = 4 << 20;

    /// <summary>The most bytes that one append may bring; up to 1 GiB. Default 16 MiB.</summary>
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

    /// <summary>
    /// How long a request key is remembered at least, from <see cref="RecordedEvent.RecordedAt"/>; a compaction forgets it then, with its events or after them. Whoever
    /// repeats a request later has it handled anew. <see cref="Timeout.InfiniteTimeSpan"/>: for ever. Default <see cref="RequestKey.DefaultMemory"/>.
    /// </summary>
    public TimeSpan RequestKeyMemory { get; init; } = RequestKey.DefaultMemory;

    /// <summary>How many index files of a size become one.</summary>
    internal int IndexFilesMerged { get; init; } = 8;

    /// <summary>Gives the time of events.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>Refuses what no store can work with.</summary>
    /// <exception cref="ArgumentException">An option is out of range; the message names it.</exception>
    internal void Check()
    {
        ArgumentException.ThrowIfNullOrEmpty(Folder);
        ArgumentNullException.ThrowIfNull(Clock);
        CheckRange(SegmentBytes, SegmentBytesMin, SegmentBytesMax, nameof(SegmentBytes));
        CheckRange(BatchBytes, 1, 512 << 20, nameof(BatchBytes));
        CheckRange(AppendBytesMax, 1, 1 << 30, nameof(AppendBytesMax));
        CheckRange(PendingAppendsMax, 1, int.MaxValue, nameof(PendingAppendsMax));
        CheckRange(StreamsCached, 1, int.MaxValue / 2, nameof(StreamsCached));
        RequestKey.CheckMemory(RequestKeyMemory, nameof(RequestKeyMemory));
        CheckRange(IndexFilesMerged, 2, int.MaxValue, nameof(IndexFilesMerged));
    }

    private static void CheckRange(long value, long min, long max, string name)
    {
        if (value < min || value > max) throw new ArgumentOutOfRangeException(name, value, $"{name} is {min:N0} to {max:N0}.");
    }
}
