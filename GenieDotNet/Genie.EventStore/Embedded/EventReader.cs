using System.Buffers;
using System.Runtime.CompilerServices;
using System.Text;
using Genie.EventStore.Embedded.Format;
using Genie.EventStore.Embedded.Log;

namespace Genie.EventStore.Embedded;

/// <summary>Reads confirmed records; every one is checked again, since a disk may have damaged it meanwhile.</summary>
internal sealed class EventReader(LogIndex index, SegmentedLog log)
{
    private const int LocationsAtOnce = 256;
    private const int LikelyBytes = 1024;

    public async IAsyncEnumerable<RecordedEvent> ReadStreamAsync(string stream, long fromVersion, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await Task.CompletedTask.ConfigureAwait(false);
        var found = new List<(Segment Segment, Location Location)>(LocationsAtOnce);
        for (var version = fromVersion; ; version += found.Count)
        {
            Locate(stream, version, found);
            if (found.Count == 0) yield break;
            foreach (var (segment, location) in found)
            {
                cancellationToken.ThrowIfCancellationRequested();
                yield return ReadEvent(segment, location.Offset);
            }
        }
    }

    /// <summary>Events after a position, to the last one that is confirmed when it is reached.</summary>
    public IEnumerable<RecordedEvent> ReadAll(long afterPosition)
    {
        for (long number = 0; ; number++)
        {
            if (Next(ref number, afterPosition) is not { } next) yield break;
            foreach (var each in ReadSegment(next.Segment, next.Offset, next.End, afterPosition)) yield return each;

            // The last segment may have grown and been followed by another one since; who wants more asks again.
            if (next.IsLast) yield break;
        }
    }

    public StreamSnapshot? ReadSnapshot(string stream)
    {
        Segment segment;
        long offset;
        lock (index.Lock)
        {
            if (index.Find(stream) is not { Snapshot.IsNone: false } entry) return null;
            (segment, offset) = (log.Find(entry.Snapshot.Segment)!, entry.Snapshot.Offset);
        }

        var bytes = Read(segment, offset, out var length);
        try
        {
            var record = Parse(segment, offset, bytes.AsSpan(0, length));
            return new StreamSnapshot(record.Version, record.Payload.ToArray());
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(bytes);
        }
    }

    private void Locate(string stream, long fromVersion, List<(Segment Segment, Location Location)> found)
    {
        found.Clear();
        lock (index.Lock)
        {
            if (index.Find(stream) is not { } entry || fromVersion > entry.Version) return;
            if (fromVersion < entry.FirstVersion) throw new EventsCompactedException(stream, fromVersion, entry.FirstVersion);
            var first = (int)(fromVersion - entry.FirstVersion);
            for (var i = first; i < entry.Events.Count && found.Count < LocationsAtOnce; i++) found.Add((log.Find(entry.Events[i].Segment)!, entry.Events[i]));
        }
    }

    /// <summary>The first segment from a number on that may hold events after a position.</summary>
    private (Segment Segment, long Offset, long End, bool IsLast)? Next(ref long number, long afterPosition)
    {
        lock (index.Lock)
        {
            for (var i = 0; i < log.Segments.Count; i++)
            {
                var segment = log.Segments[i];
                if (segment.Header.Number < number || (i + 1 < log.Segments.Count && log.Segments[i + 1].Header.PositionBefore <= afterPosition)) continue;
                number = segment.Header.Number;
                return (segment, segment.OffsetBefore(afterPosition), segment.End, i + 1 == log.Segments.Count);
            }
        }

        return null;
    }

    private IEnumerable<RecordedEvent> ReadSegment(Segment segment, long offset, long end, long afterPosition)
    {
        var reader = new BatchReader(segment.File, offset, end);
        while (reader.Offset < end)
        {
            foreach (var each in ReadBatch(segment, reader, afterPosition)) yield return each;
        }
    }

    private List<RecordedEvent> ReadBatch(Segment segment, BatchReader reader, long afterPosition)
    {
        var events = new List<RecordedEvent>();
        if (reader.Next(out _, out var records) != BatchOutcome.Batch)
            throw new EventStoreCorruptedException(segment.Name, reader.Offset, "a confirmed batch is not as it was written");
        while (!records.IsEmpty)
        {
            LogRecord.TryRead(records, verify: false, out var record);
            if (record.Kind == RecordKind.Event && record.Position > afterPosition && !IsCompacted(record)) events.Add(ToEvent(record));
            records = records[record.Length..];
        }

        return events;
    }

    /// <summary>True for one that is still in the file, since little was to be gained, but no more in its stream.</summary>
    private bool IsCompacted(in LogRecord record)
    {
        lock (index.Lock) return record.Version < index.Find(record.StreamNumber)!.FirstVersion;
    }

    private RecordedEvent ReadEvent(Segment segment, long offset)
    {
        var bytes = Read(segment, offset, out var length);
        try
        {
            return ToEvent(Parse(segment, offset, bytes.AsSpan(0, length)));
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(bytes);
        }
    }

    private static byte[] Read(Segment segment, long offset, out int length)
    {
        var bytes = ArrayPool<byte>.Shared.Rent(LikelyBytes);
        length = Disk.LogFileReading.ReadFully(segment.File, offset, bytes);
        var wanted = length < sizeof(int) ? 0 : BitConverter.ToInt32(bytes);
        if (wanted <= length || wanted > segment.File.Length - offset) return bytes;
        ArrayPool<byte>.Shared.Return(bytes);
        bytes = ArrayPool<byte>.Shared.Rent(wanted);
        length = Disk.LogFileReading.ReadFully(segment.File, offset, bytes.AsSpan(0, wanted));
        return bytes;
    }

    private static LogRecord Parse(Segment segment, long offset, ReadOnlySpan<byte> bytes) => LogRecord.TryRead(bytes, verify: true, out var record)
        ? record : throw new EventStoreCorruptedException(segment.Name, offset, "a confirmed record is not as it was written");

    private RecordedEvent ToEvent(in LogRecord record)
    {
        string stream;
        lock (index.Lock) stream = index.Find(record.StreamNumber)!.Name;
        return new RecordedEvent(
            stream, record.Version, record.Position, DateTimeOffset.UnixEpoch.AddMicroseconds(record.TimeMicroseconds), record.Key,
            Encoding.UTF8.GetString(record.Text), record.Payload.ToArray())
        { Metadata = MetadataBytes.Read(record.Metadata) };
    }
}
