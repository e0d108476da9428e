using System.Globalization;
using System.Security.Cryptography;
using Genie.EventStore.Embedded.Disk;
using Genie.EventStore.Embedded.Format;

namespace Genie.EventStore.Embedded.Log;

/// <summary>
/// Reads the log back. Only the last batch of the last segment may be incomplete, since a batch is written when the one before is on disk:
/// such a batch was never confirmed and is cut off. Anything else that is not as it was written, or that the manifest says must be there
/// and is not, is damage, and refused.
/// </summary>
internal sealed class LogRecovery(ILogDisk disk, LogIndex index, SegmentedLog log, LogManifest manifest)
{
    private const string Unfinished = ".new";

    private long _lastBatchOffset;

    /// <summary>The name that a file has until it takes another's place.</summary>
    public static string UnfinishedName(string name) => name + Unfinished;

    /// <summary>Fills index and log.</summary>
    /// <exception cref="EventStoreCorruptedException">Bytes that were confirmed have changed, or are gone.</exception>
    public void Run()
    {
        // Read first: a writer that is at work beside a reader only adds to what it says.
        manifest.Load();
        var names = disk.List();
        if (!disk.IsReadOnly) RemoveUnfinished(names);
        var numbers = names.Select(NumberOf).Where(number => number > 0).Order().ToArray();
        var next = manifest.Known?.FirstSegment ?? numbers.FirstOrDefault();
        for (var i = 0; i < numbers.Length; i++, next++)
        {
            if (numbers[i] != next) throw Missing(next);
            if (!Recover(numbers[i], isFirst: i == 0, isLast: i == numbers.Length - 1)) break;
        }

        if (manifest.Known is { } known && (next <= known.LastSegment || log.NextBatch < known.NextBatch)) throw Missing(next);
        if (index.FindMissing() is { } missing) throw new EventStoreCorruptedException(Segment.NameOf(numbers[0]), 0, missing);
        if (log.Segments.Count == 0) log.Store = BitConverter.ToUInt64(RandomNumberGenerator.GetBytes(sizeof(ulong)));
    }

    private static EventStoreCorruptedException Missing(long number) => new(Segment.NameOf(number), 0, "the file is missing");

    private static long NumberOf(string name) =>
        name.EndsWith(".log", StringComparison.Ordinal) && long.TryParse(name[..^4], NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : 0;

    private void RemoveUnfinished(IReadOnlyList<string> names)
    {
        foreach (var name in names.Where(name => name.EndsWith(Unfinished, StringComparison.Ordinal))) disk.Delete(name);

        // What was seen is what the next crash must leave: a file that comes back later would not fit to what was written meanwhile.
        disk.SyncFolder();
    }

    private bool Recover(long number, bool isFirst, bool isLast)
    {
        var name = Segment.NameOf(number);
        var file = disk.Open(name);
        var head = new byte[SegmentHeader.HeaderBytes];
        file.ReadFully(0, head);
        if (!SegmentHeader.TryRead(head, out var header))
        {
            // A segment gets its first batch when its header is on disk, so one without a header has none.
            var isLost = !isLast || (manifest.Known is { } known && (number <= known.LastSegment || log.NextBatch < known.NextBatch)) || LogTail.HoldsBatch(file, 0, null, 0);
            file.Dispose();
            if (isLost) throw new EventStoreCorruptedException(name, 0, "the header is not as it was written");
            if (disk.IsReadOnly) return false;
            disk.Delete(name);
            disk.SyncFolder();
            return false;
        }

        if (isFirst) (log.Store, log.NextBatch) = (header.Store, header.FirstBatch);
        if (header.Store != (manifest.Known?.Store ?? log.Store) || header.Store != log.Store || header.Number != number)
            throw new EventStoreCorruptedException(name, 0, "it is another store's, or has another's name");
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
        var outcome = ReadWholeBatches(segment);
        if (segment.Header.IsCompacted)
        {
            RequireWhole(segment, outcome);
            return;
        }

        if (!isLast)
        {
            if (outcome == BatchOutcome.Broken) throw new EventStoreCorruptedException(segment.Name, segment.End, "a batch is not as it was written");
            return;
        }

        if (disk.IsReadOnly && outcome == BatchOutcome.Broken) ReadOnBesideWriter(segment);
        if (manifest.Known is { } known && log.NextBatch < known.NextBatch)
        {
            if (segment.Header.Number < known.LastSegment) throw Missing(segment.Header.Number + 1);
            throw new EventStoreCorruptedException(segment.Name, segment.End, $"batches up to {known.NextBatch - 1} were confirmed; they end at {log.NextBatch - 1}");
        }

        if (disk.IsReadOnly) return;
        if (LogTail.HoldsBatch(segment.File, segment.End, log.Store, log.NextBatch + 1))
            throw new EventStoreCorruptedException(segment.Name, segment.End, $"batch {log.NextBatch} is not as it was written, and later ones follow");
        LogTail.Settle(segment, _lastBatchOffset);
    }

    /// <summary>A writer beside this reader may have completed since what was half written when it was read; then what follows is no damage.</summary>
    private void ReadOnBesideWriter(Segment segment)
    {
        while (LogTail.HoldsBatch(segment.File, segment.End, log.Store, log.NextBatch + 1))
        {
            var before = log.NextBatch;
            if (ReadWholeBatches(segment) == BatchOutcome.Broken && log.NextBatch == before)
                throw new EventStoreCorruptedException(segment.Name, segment.End, $"batch {before} is not as it was written, and later ones follow");
        }
    }

    private BatchOutcome ReadWholeBatches(Segment segment)
    {
        var reader = new BatchReader(segment.File, segment.End, segment.File.Length);
        _lastBatchOffset = segment.End;
        while (true)
        {
            var from = reader.Offset;
            var outcome = reader.Next(out var header, out var records);
            if (outcome != BatchOutcome.Batch) return outcome;
            if (header.Store != log.Store || header.Number != log.NextBatch)
                throw new EventStoreCorruptedException(segment.Name, reader.RecordsOffset, $"batch {header.Number} stands where {log.NextBatch} belongs");
            Apply(segment, records, reader.RecordsOffset);
            segment.Extend(reader.Offset, index.Position);
            log.NextBatch++;
            _lastBatchOffset = from;
        }
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

    private void RequireWhole(Segment segment, BatchOutcome outcome)
    {
        if (outcome == BatchOutcome.Broken || log.NextBatch - segment.Header.FirstBatch != segment.Header.Batches)
            throw new EventStoreCorruptedException(segment.Name, segment.End, "a compacted segment is not whole");
    }
}
