using System.Security.Cryptography;
using System.Text;
using Genie.EventStore.Embedded.Disk;
using Genie.EventStore.Embedded.Format;
using Genie.EventStore.Embedded.Index;
using Genie.EventStore.Embedded.Log;

namespace Genie.EventStore.Embedded;

/// <summary>
/// Writes sealed segments anew without what nobody needs, oldest first. A new file is on disk before it takes the old one's name, so a
/// crash leaves the one or the other.
/// </summary>
internal sealed class LogCompaction(ILogDisk disk, LogIndex index, SegmentedLog log, IndexKeeper keeper, CompactionReserve reserve, EmbeddedStoreOptions options)
{
    private const int BatchBytes = 1 << 20;

    // A file system gives room back in blocks of so many bytes.
    private const int GainMin = 4096;

    // Less than this part of a file, the room behind its last batch say, is not worth writing all of it anew.
    private const int GainShare = 16;

    // Reading is done in short pieces; what takes longer merges index files.
    private static readonly TimeSpan DrainTimeout = TimeSpan.FromSeconds(10);

    private readonly Lock _one = new();

    /// <returns>Bytes that became free.</returns>
    /// <exception cref="EventStoreFullException">There is no room for even one of the smaller files.</exception>
    /// <exception cref="EventStoreDiskException">Not one of them could be made.</exception>
    public long Run(CancellationToken cancellationToken)
    {
        lock (_one)
        {
            List<Segment> sealedSegments;
            CompactionPlan plan;
            lock (index.Lock)
            {
                sealedSegments = [.. log.Segments.Take(log.Segments.Count - 1)];
                plan = new CompactionPlan(index, RequestKey.ForgottenUntil(options.RequestKeyMemory, options.Clock.GetUtcNow()));
            }

            index.Repaired(plan.ReadSnapshots);
            try
            {
                return Run(sealedSegments, plan, cancellationToken);
            }
            finally
            {
                reserve.Restore();
            }
        }
    }

    /// <summary>Goes over them until all are done: on a full disk the smaller ones make room for the larger ones.</summary>
    private long Run(List<Segment> segments, CompactionPlan plan, CancellationToken cancellationToken)
    {
        long freed = 0;
        while (true)
        {
            var refused = new List<Segment>();
            EventStoreException? error = null;
            foreach (var segment in segments)
            {
                cancellationToken.ThrowIfCancellationRequested();
                try
                {
                    freed += Compact(segment, plan);
                }
                catch (EventStoreException full) when (full is EventStoreFullException or EventStoreDiskException)
                {
                    error = full;
                    refused.Add(segment);
                }
            }

            if (error is null) return freed;
            if (refused.Count == segments.Count) return freed > 0 ? freed : throw error;
            segments = refused;
        }
    }

    private long Compact(Segment old, CompactionPlan plan)
    {
        var survey = new CompactedSegment();
        var after = Rewrite(old, plan, survey);

        // What is removed from later segments must be removed from this one, even if little is gained.
        var gain = old.File.Length - SegmentHeader.HeaderBytes - survey.Bytes;
        if (gain < Math.Max(GainMin, old.File.Length / GainShare) && !survey.RemovesEvents) return 0;
        keeper.Divide(old);
        var mark = BitConverter.ToUInt64(RandomNumberGenerator.GetBytes(sizeof(ulong)));
        var header = old.Header with { BatchAfter = after, Batches = survey.Batches.Count, Mark = mark };
        var segment = Write(old, header, survey);
        var layer = SegmentScan.Read(segment);
        disk.Replace(LogRecovery.UnfinishedName(old.Name), old.Name);
        disk.SyncFolder();
        keeper.Exchange(old, layer, () => log.Replace(segment));

        // Its bytes are free when those have ended who are reading it now.
        index.Reads.Retire(old.File);
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
                segment.Extend(new SegmentEnd(offset + batch.Buffer.Length, offset, offset + batch.LastRecord, number, Math.Max(header.PositionBefore, batch.LastPosition)));
                offset += batch.Buffer.Length;
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
        catch (IOException error) when (DiskErrors.IsFull(error))
        {
            // Of the files before some are perhaps still read.
            if (!index.Reads.IsDrained && index.Reads.TryDrain(DrainTimeout)) return Create(name, header, bytes);
            if (reserve.TryRelease()) return Create(name, header, bytes);
            throw EventStoreFullException.Compaction(disk.Place, bytes, error);
        }
        catch (IOException error)
        {
            throw new EventStoreDiskException(disk.Place, error);
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
                survey.Remove(record, keepsKey: !plan.IsKeyForgotten(record), BatchBytes);
                break;
            case RecordKind.Stub when plan.IsKeyForgotten(record):
            case RecordKind.Snapshot when record.Version < plan.SnapshotOf(record.StreamNumber):
            case RecordKind.Checkpoint when plan.IsSuperseded(Encoding.UTF8.GetString(record.Text), record.Version):
                break;
            default:
                survey.Add(record, bytes, BatchBytes);
                break;
        }
    }
}
