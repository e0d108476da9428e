using Genie.EventStore.Embedded.Disk;
using Genie.EventStore.Embedded.Format;
using Genie.EventStore.Embedded.Index;

namespace Genie.EventStore.Embedded.Log;

/// <summary>Reads a segment of which nothing is known but its header.</summary>
internal sealed class SegmentRecovery(ILogDisk disk, SegmentedLog log, LogManifest manifest, Segment segment, bool isLast)
{
    private long _lastBatchOffset;
    private long _position = segment.Header.PositionBefore;

    /// <exception cref="EventStoreCorruptedException">Bytes that were confirmed have changed, or are gone.</exception>
    public void Read(SegmentScan.Visit visit)
    {
        SegmentScan.Visit positioned = (in LogRecord record, long offset) =>
        {
            if (record.Kind is RecordKind.Event or RecordKind.Stub) _position = record.Position;
            return visit(record, offset);
        };
        segment.Restart();
        var outcome = ReadWholeBatches(positioned);
        if (segment.Header.IsCompacted)
        {
            RequireWhole(outcome);
            return;
        }

        if (!isLast)
        {
            if (outcome == BatchOutcome.Broken) throw new EventStoreCorruptedException(segment.Name, segment.End, "a batch is not as it was written");
            return;
        }

        if (disk.IsReadOnly && outcome == BatchOutcome.Broken) ReadOnBesideWriter(positioned);
        if (manifest.Known is { } known && log.NextBatch < known.NextBatch)
        {
            if (segment.Header.Number < known.LastSegment) throw new EventStoreCorruptedException(Segment.NameOf(segment.Header.Number + 1), 0, "the file is missing");
            throw new EventStoreCorruptedException(segment.Name, segment.End, $"batches up to {known.NextBatch - 1} were confirmed; they end at {log.NextBatch - 1}");
        }

        if (disk.IsReadOnly) return;
        if (LogTail.HoldsBatch(segment.File, segment.End, log.Store, log.NextBatch + 1))
            throw new EventStoreCorruptedException(segment.Name, segment.End, $"batch {log.NextBatch} is not as it was written, and later ones follow");
        LogTail.Settle(segment, _lastBatchOffset);
    }

    /// <summary>A writer beside this reader may have completed since what was half written when it was read; then what follows is no damage.</summary>
    private void ReadOnBesideWriter(SegmentScan.Visit visit)
    {
        while (LogTail.HoldsBatch(segment.File, segment.End, log.Store, log.NextBatch + 1))
        {
            var before = log.NextBatch;
            if (ReadWholeBatches(visit) == BatchOutcome.Broken && log.NextBatch == before)
                throw new EventStoreCorruptedException(segment.Name, segment.End, $"batch {before} is not as it was written, and later ones follow");
        }
    }

    private BatchOutcome ReadWholeBatches(SegmentScan.Visit visit)
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
            var last = SegmentScan.Go(segment, records, reader.RecordsOffset, visit);
            log.NextBatch++;
            segment.Extend(new SegmentEnd(reader.Offset, from, last, log.NextBatch, _position));
            _lastBatchOffset = from;
        }
    }

    private void RequireWhole(BatchOutcome outcome)
    {
        if (outcome == BatchOutcome.Broken || log.NextBatch - segment.Header.FirstBatch != segment.Header.Batches)
            throw new EventStoreCorruptedException(segment.Name, segment.End, "a compacted segment is not whole");
    }
}
