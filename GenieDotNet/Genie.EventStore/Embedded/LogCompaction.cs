using System.Text;
using Genie.EventStore.Embedded.Disk;
using Genie.EventStore.Embedded.Format;
using Genie.EventStore.Embedded.Log;

namespace Genie.EventStore.Embedded;

/// <summary>
/// Writes sealed segments anew without what nobody needs, oldest first. A new file is on disk before it takes the old one's name, so a
/// crash leaves the one or the other.
/// </summary>
internal sealed class LogCompaction(ILogDisk disk, LogIndex index, SegmentedLog log, CompactionReserve reserve)
{
    private const int BatchBytes = 1 << 20;

    private readonly Lock _one = new();

    /// <returns>Bytes that became free.</returns>
    /// <exception cref="EventStoreFullException">There is no room for even one of the smaller files.</exception>
    public long Run(CancellationToken cancellationToken)
    {
        lock (_one)
        {
            List<Segment> sealedSegments;
            CompactionPlan plan;
            lock (index.Lock)
            {
                sealedSegments = [.. log.Segments.Take(log.Segments.Count - 1)];
                plan = new CompactionPlan(index);
            }

            var (freed, refused) = RunOnce(sealedSegments, plan, cancellationToken);

            // On a full disk the smaller ones made room for the larger ones.
            while (refused.Count > 0 && refused.Count < sealedSegments.Count)
            {
                sealedSegments = refused;
                (var more, refused) = RunOnce(sealedSegments, plan, cancellationToken);
                freed += more;
            }

            reserve.Restore();
            return freed;
        }
    }

    private (long Freed, List<Segment> Refused) RunOnce(List<Segment> segments, CompactionPlan plan, CancellationToken cancellationToken)
    {
        long freed = 0;
        var refused = new List<Segment>();
        EventStoreFullException? error = null;
        foreach (var segment in segments)
        {
            cancellationToken.ThrowIfCancellationRequested();
            try
            {
                freed += Compact(segment, plan);
            }
            catch (EventStoreFullException full)
            {
                error = full;
                refused.Add(segment);
            }
        }

        return error is not null && refused.Count == segments.Count ? throw error : (freed, refused);
    }

    private long Compact(Segment old, CompactionPlan plan)
    {
        var survey = new CompactedSegment();
        var after = Rewrite(old, plan, survey);

        // What is removed from later segments must be removed from this one, even if little is gained.
        if (survey.Bytes >= old.End && survey.Removed.Count == 0) return 0;
        var header = old.Header with { BatchAfter = after, Batches = survey.Batches.Count };
        var segment = Write(old, header, survey);
        disk.Replace(LogRecovery.UnfinishedName(old.Name), old.Name);
        disk.SyncFolder();
        lock (index.Lock) Exchange(segment, survey);

        // The old file stays open for those who are reading it; its handle closes when the last one lets go of it.
        return old.File.Length - segment.File.Length;
    }

    private Segment Write(Segment old, in SegmentHeader header, CompactedSegment survey)
    {
        var name = LogRecovery.UnfinishedName(old.Name);
        var file = Create(name, header, SegmentHeader.HeaderBytes + survey.Bytes);
        try
        {
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
            return segment;
        }
        catch (IOException)
        {
            file.Dispose();
            disk.Delete(name);
            throw;
        }
    }

    private ILogFile Create(string name, in SegmentHeader header, long bytes)
    {
        try
        {
            return log.Create(name, header, bytes);
        }
        catch (IOException error)
        {
            if (reserve.TryRelease()) return Create(name, header, bytes);
            throw new EventStoreFullException(disk.Place, error);
        }
    }

    /// <summary>Gathers what is kept.</summary>
    /// <returns>The number of the batch after the segment's last.</returns>
    private static long Rewrite(Segment old, CompactionPlan plan, CompactedSegment survey)
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
                Keep(record, records[..record.Length], plan, survey);
                records = records[record.Length..];
            }
        }

        survey.Finish();
        return old.Header.IsCompacted ? old.Header.BatchAfter : after;
    }

    private static void Keep(in LogRecord record, ReadOnlySpan<byte> bytes, CompactionPlan plan, CompactedSegment survey)
    {
        switch (record.Kind)
        {
            case RecordKind.Event when plan.IsPassed(record):
                survey.Remove(record, BatchBytes);
                break;
            case RecordKind.Snapshot when record.Version < plan.SnapshotOf(record.StreamNumber):
            case RecordKind.Checkpoint when plan.IsSuperseded(Encoding.UTF8.GetString(record.Text), record.Version):
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
                if (isSnapshot)
                {
                    // The newest of several with one version is the one that was written last.
                    if (version == entry.SnapshotVersion && entry.Snapshot.Segment == segment.Header.Number) entry.Snapshot = location;
                }
                else if (version >= entry.FirstVersion)
                {
                    entry.Events[(int)(version - entry.FirstVersion)] = location;
                }
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
