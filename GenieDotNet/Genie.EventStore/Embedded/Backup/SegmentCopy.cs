using Genie.EventStore.Embedded.Disk;
using Genie.EventStore.Embedded.Format;
using Genie.EventStore.Embedded.Log;

namespace Genie.EventStore.Embedded.Backup;

/// <summary>
/// A segment of a store that somebody may be writing to, opened once: a compaction that exchanges it meanwhile leaves this file as it was.
/// </summary>
internal sealed class SegmentCopy : IDisposable
{
    private const int ChunkBytes = 1 << 20;
    private const int ComparedBytes = 4096;

    private readonly ILogFile _file;
    private long _end = SegmentHeader.HeaderBytes;

    private SegmentCopy(ILogFile file, SegmentHeader header) => (_file, Header, NextBatch) = (file, header, header.FirstBatch);

    /// <summary>Its header.</summary>
    public SegmentHeader Header { get; }

    /// <summary>The number that the batch behind it has; of one that was not read, what its header says, or 0.</summary>
    public long NextBatch { get; private set; }

    /// <summary>Bytes of what is copied of it.</summary>
    public long Bytes => _end;

    /// <summary>Opens it; null for one whose header is not written yet.</summary>
    public static SegmentCopy? TryOpen(ILogDisk disk, string name)
    {
        var file = disk.Open(name);
        Span<byte> head = stackalloc byte[SegmentHeader.HeaderBytes];
        if (SegmentHeader.TryRead(head[..file.ReadFully(0, head)], out var header)) return new SegmentCopy(file, header);
        file.Dispose();
        return null;
    }

    /// <summary>True if a copy that was made earlier is of just this: it has the same header, and ends with the same bytes where this one ends.</summary>
    public bool IsCopiedAs(ILogFile copy)
    {
        var (ours, others) = (new byte[ComparedBytes], new byte[ComparedBytes]);
        if (!IsSame(0, SegmentHeader.HeaderBytes) || !IsSame(Math.Max(0, copy.Length - ComparedBytes), ComparedBytes)) return false;
        NextBatch = Header.IsCompacted ? Header.BatchAfter : 0;
        return !ours.AsSpan(0, _file.ReadFully(copy.Length, ours.AsSpan(0, BatchHeader.HeaderBytes))).ContainsAnyExcept((byte)0);

        bool IsSame(long offset, int bytes)
        {
            var read = copy.ReadFully(offset, others.AsSpan(0, bytes));
            return read > 0 && _file.ReadFully(offset, ours.AsSpan(0, read)) == read && ours.AsSpan(0, read).SequenceEqual(others.AsSpan(0, read));
        }
    }

    /// <summary>Reads it to its end with every checksum.</summary>
    /// <param name="isLast">True for the last one, whose last batch may be half written.</param>
    /// <exception cref="EventStoreCorruptedException">It is not as it was written.</exception>
    public void Read(bool isLast)
    {
        var name = Segment.NameOf(Header.Number);
        var reader = new BatchReader(_file, SegmentHeader.HeaderBytes, _file.Length);
        long batches = 0;
        while (true)
        {
            var outcome = reader.Next(out var batch, out _);
            if (outcome != BatchOutcome.Batch)
            {
                if (outcome == BatchOutcome.Broken && !isLast) throw new EventStoreCorruptedException(name, reader.Offset, "a batch is not as it was written");
                break;
            }

            if (batch.Store != Header.Store || batch.Number != Header.FirstBatch + batches) throw new EventStoreCorruptedException(name, _end, $"batch {batch.Number} stands where {Header.FirstBatch + batches} belongs");
            batches++;
            _end = reader.Offset;
        }

        if (Header.IsCompacted && batches != Header.Batches) throw new EventStoreCorruptedException(name, _end, "a compacted segment is not whole");
        NextBatch = Header.IsCompacted ? Header.BatchAfter : Header.FirstBatch + batches;
    }

    /// <summary>Writes what was read to another disk, where it is synced.</summary>
    public void WriteTo(ILogDisk disk, string name, CancellationToken cancellationToken)
    {
        using var copy = disk.Create(name, 0);
        var chunk = new byte[ChunkBytes];
        for (long at = 0; at < _end; at += chunk.Length)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var wanted = (int)Math.Min(chunk.Length, _end - at);
            if (_file.ReadFully(at, chunk.AsSpan(0, wanted)) < wanted) throw new EventStoreCorruptedException(Segment.NameOf(Header.Number), at, "it became shorter while it was read");
            copy.Write(at, chunk.AsSpan(0, wanted));
        }

        copy.Sync();
    }

    public void Dispose() => _file.Dispose();
}
