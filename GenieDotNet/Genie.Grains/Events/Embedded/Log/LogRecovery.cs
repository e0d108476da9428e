using System.Globalization;
using System.Security.Cryptography;
using Genie.Grains.Events.Embedded.Disk;
using Genie.Grains.Events.Embedded.Format;

namespace Genie.Grains.Events.Embedded.Log;

/// <summary>
/// Reads the log back. Only the last batch of the last segment may be incomplete, since a batch is written when the one before is on disk:
/// such a batch was never confirmed and is cut off. Anything else that is not as it was written is damage, and refused.
/// </summary>
internal sealed class LogRecovery(ILogDisk disk, LogIndex index, SegmentedLog log)
{
    private const string Unfinished = ".new";
    private const int ChunkBytes = 1 << 20;

    /// <summary>The name that a file has until it takes another's place.</summary>
    public static string UnfinishedName(string name) => name + Unfinished;

    /// <summary>Fills index and log.</summary>
    /// <exception cref="EventStoreCorruptedException">Bytes that were confirmed have changed.</exception>
    public void Run()
    {
        var names = disk.List();
        foreach (var name in names.Where(name => name.EndsWith(Unfinished, StringComparison.Ordinal))) disk.Delete(name);

        // What was seen is what the next crash must leave: a file that comes back later would not fit to what was written meanwhile.
        disk.SyncFolder();
        var numbers = names.Select(NumberOf).Where(number => number > 0).Order().ToArray();
        var next = numbers.FirstOrDefault();
        for (var i = 0; i < numbers.Length; i++, next++)
        {
            if (numbers[i] != next) throw new EventStoreCorruptedException(Segment.NameOf(next), 0, "the file is missing");
            if (!Recover(numbers[i], isFirst: i == 0, isLast: i == numbers.Length - 1)) break;
        }

        if (log.Segments.Count == 0) log.Store = BitConverter.ToUInt64(RandomNumberGenerator.GetBytes(sizeof(ulong)));
    }

    private static long NumberOf(string name) =>
        name.EndsWith(".log", StringComparison.Ordinal) && long.TryParse(name[..^4], NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : 0;

    private bool Recover(long number, bool isFirst, bool isLast)
    {
        var name = Segment.NameOf(number);
        var file = disk.Open(name);
        var head = new byte[SegmentHeader.HeaderBytes];
        file.ReadFully(0, head);
        if (!SegmentHeader.TryRead(head, out var header))
        {
            // A segment gets its first batch when its header is on disk, so one without a header has none.
            if (!isLast || HoldsBatch(file, 0, null, 0)) throw new EventStoreCorruptedException(name, 0, "the header is not as it was written");
            file.Dispose();
            disk.Delete(name);
            disk.SyncFolder();
            return false;
        }

        if (isFirst) (log.Store, log.NextBatch) = (header.Store, header.FirstBatch);
        if (header.Store != log.Store || header.Number != number) throw new EventStoreCorruptedException(name, 0, "it is another store's, or has another's name");
        if (header.FirstBatch != log.NextBatch) throw new EventStoreCorruptedException(name, 0, $"it begins with batch {header.FirstBatch}; the one before ends before {log.NextBatch}");
        index.RaisePosition(header.PositionBefore);
        var segment = new Segment(file, header);
        log.Add(segment);
        ReadBatches(segment, isLast);
        if (header.IsCompacted) log.NextBatch = header.BatchAfter;
        return true;
    }

    private void ReadBatches(Segment segment, bool isLast)
    {
        var reader = new BatchReader(segment.File, SegmentHeader.HeaderBytes, segment.File.Length);
        BatchOutcome outcome;
        while ((outcome = reader.Next(out var header, out var records)) == BatchOutcome.Batch)
        {
            if (header.Store != log.Store || header.Number != log.NextBatch)
                throw new EventStoreCorruptedException(segment.Name, reader.RecordsOffset, $"batch {header.Number} stands where {log.NextBatch} belongs");
            Apply(segment, records, reader.RecordsOffset);
            segment.Extend(reader.Offset, index.Position);
            log.NextBatch++;
        }

        if (segment.Header.IsCompacted) RequireWhole(segment, reader.Offset, outcome);
        else if (isLast) CutTail(segment, reader.Offset);
        else if (outcome == BatchOutcome.Broken) throw new EventStoreCorruptedException(segment.Name, reader.Offset, "a batch is not as it was written");
    }

    private void Apply(Segment segment, ReadOnlySpan<byte> records, long offset)
    {
        for (var at = 0; at < records.Length;)
        {
            LogRecord.TryRead(records[at..], verify: false, out var record);
            if (index.Apply(record, new Location(segment.Header.Number, offset + at)) is { } contradiction)
                throw new EventStoreCorruptedException(segment.Name, offset + at, contradiction);
            at += record.Length;
        }
    }

    private void RequireWhole(Segment segment, long end, BatchOutcome outcome)
    {
        if (outcome == BatchOutcome.Broken || log.NextBatch - segment.Header.FirstBatch != segment.Header.Batches)
            throw new EventStoreCorruptedException(segment.Name, end, "a compacted segment is not whole");
    }

    private void CutTail(Segment segment, long end)
    {
        if (HoldsBatch(segment.File, end, log.Store, log.NextBatch + 1))
            throw new EventStoreCorruptedException(segment.Name, end, $"batch {log.NextBatch} is not as it was written, and later ones follow");
        var chunk = new byte[Math.Min(ChunkBytes, segment.File.Length)];
        var cut = false;
        for (var at = end; at < segment.File.Length; at += chunk.Length)
        {
            var read = segment.File.ReadFully(at, chunk);
            if (!chunk.AsSpan(0, read).ContainsAnyExcept((byte)0)) continue;
            segment.File.Write(at, new byte[read]);
            cut = true;
        }

        if (cut) segment.File.Sync();
    }

    private static bool HoldsBatch(ILogFile file, long from, ulong? store, long numberMin)
    {
        // A header may lie across two pieces.
        var chunk = new byte[Math.Min(ChunkBytes, file.Length) + BatchHeader.HeaderBytes];
        for (var at = from; at < file.Length; at += ChunkBytes)
        {
            var bytes = chunk.AsSpan(0, file.ReadFully(at, chunk));
            if (BatchHeader.Find(bytes, store, numberMin) >= 0) return true;
        }

        return false;
    }
}
