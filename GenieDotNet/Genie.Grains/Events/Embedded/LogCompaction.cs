using System.Text;
using Genie.Grains.Events.Embedded.Disk;
using Genie.Grains.Events.Embedded.Format;
using Genie.Grains.Events.Embedded.Log;

namespace Genie.Grains.Events.Embedded;

/// <summary>
/// Writes sealed segments anew without what nobody needs, oldest first. A new file is on disk before it takes the old one's name, so a
/// crash leaves the one or the other.
/// </summary>
internal sealed class LogCompaction(ILogDisk disk, LogIndex index, SegmentedLog log)
{
    private const int BatchBytes = 1 << 20;

    private readonly Lock _one = new();

    /// <returns>Bytes that became free.</returns>
    public long Run(CancellationToken cancellationToken)
    {
        lock (_one)
        {
            Segment[] sealedSegments;
            long passed;
            lock (index.Lock)
            {
                sealedSegments = [.. log.Segments.Take(log.Segments.Count - 1)];
                passed = index.Checkpoints.Count == 0 ? long.MaxValue : index.Checkpoints.Values.Min();
            }

            long freed = 0;
            foreach (var segment in sealedSegments)
            {
                cancellationToken.ThrowIfCancellationRequested();
                freed += Compact(segment, passed);
            }

            return freed;
        }
    }

    private long Compact(Segment old, long passed)
    {
        var survey = new CompactedSegment();
        var after = Rewrite(old, passed, survey);
        if (survey.Bytes >= old.End) return 0;
        var header = old.Header with { BatchAfter = after, Batches = survey.Batches.Count };
        var name = LogRecovery.UnfinishedName(old.Name);
        var file = log.Create(name, header, SegmentHeader.HeaderBytes + survey.Bytes);
        var segment = new Segment(file, header);
        long offset = SegmentHeader.HeaderBytes;
        var number = header.FirstBatch;
        foreach (var batch in survey.Batches)
        {
            batch.Buffer.Seal(header.Store, number++);
            file.Write(offset, batch.Buffer.Bytes);
            offset += batch.Buffer.Length;
            segment.Extend(offset, batch.LastPosition);
        }

        file.Sync();
        disk.SyncFolder();
        disk.Replace(name, old.Name);
        disk.SyncFolder();
        lock (index.Lock) Exchange(segment, survey);

        // The old file stays open for those who are reading it; its handle closes when the last one lets go of it.
        return old.File.Length - file.Length;
    }

    /// <summary>Gathers what is kept.</summary>
    /// <returns>The number of the batch after the segment's last.</returns>
    private long Rewrite(Segment old, long passed, CompactedSegment survey)
    {
        var reader = new BatchReader(old.File, SegmentHeader.HeaderBytes, old.End);
        var after = old.Header.FirstBatch;
        while (reader.Offset < old.End)
        {
            if (reader.Next(out _, out var records) != BatchOutcome.Batch)
                throw new EventStoreCorruptedException(old.Name, reader.Offset, "a confirmed batch is not as it was written");
            after++;
            while (!records.IsEmpty)
            {
                LogRecord.TryRead(records, verify: false, out var record);
                Keep(record, records[..record.Length], passed, survey);
                records = records[record.Length..];
            }
        }

        survey.Finish();
        return old.Header.IsCompacted ? old.Header.BatchAfter : after;
    }

    private void Keep(in LogRecord record, ReadOnlySpan<byte> bytes, long passed, CompactedSegment survey)
    {
        switch (record.Kind)
        {
            case RecordKind.Event:
                long snapshot;
                lock (index.Lock) snapshot = index.Find(record.StreamNumber)!.SnapshotVersion;
                if (record.Version > snapshot || record.Position > passed) survey.Add(record, bytes, BatchBytes);
                else survey.Remove(record, BatchBytes);
                break;
            case RecordKind.Snapshot:
                lock (index.Lock) snapshot = index.Find(record.StreamNumber)!.SnapshotVersion;
                if (record.Version >= snapshot) survey.Add(record, bytes, BatchBytes);
                break;
            case RecordKind.Checkpoint:
                long position;
                lock (index.Lock) position = index.Checkpoints[Encoding.UTF8.GetString(record.Text)];
                if (record.Version >= position) survey.Add(record, bytes, BatchBytes);
                break;
            default:
                survey.Add(record, bytes, BatchBytes);
                break;
        }
    }

    private void Exchange(Segment segment, CompactedSegment survey)
    {
        log.Replace(segment);
        long batchOffset = SegmentHeader.HeaderBytes;
        foreach (var batch in survey.Batches)
        {
            foreach (var (stream, version, isSnapshot, at) in batch.Kept)
            {
                var entry = index.Find(stream)!;
                var location = new Location(segment.Header.Number, batchOffset + at);
                if (!isSnapshot) entry.Events[(int)(version - entry.FirstVersion)] = location;
                else if (version == entry.SnapshotVersion) entry.Snapshot = location;
            }

            batchOffset += batch.Buffer.Length;
        }

        foreach (var (stream, version) in survey.Removed)
        {
            var entry = index.Find(stream)!;
            var gone = (int)(version - entry.FirstVersion + 1);
            if (gone <= 0) continue;
            entry.Events.RemoveRange(0, gone);
            entry.FirstVersion = version + 1;
        }
    }
}
