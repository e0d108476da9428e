using System.Runtime.CompilerServices;
using System.Text;
using Genie.EventStore.Embedded.Format;
using Genie.EventStore.Embedded.Index;
using Genie.EventStore.Embedded.Log;

namespace Genie.EventStore.Embedded;

/// <summary>Reads confirmed records; every one is checked again, since a disk may have damaged it meanwhile.</summary>
internal sealed class EventReader(LogIndex index, SegmentedLog log)
{
    private const int LocationsAtOnce = 256;
    private const int LocationsAtOnceMax = 8192;
    private const int EventsAtOnce = 64;
    private const int BytesAtOnce = 256 << 10;

    private string _type = "";

    public async IAsyncEnumerable<RecordedEvent> ReadStreamAsync(string stream, long fromVersion, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await Task.CompletedTask.ConfigureAwait(false);
        var (located, events) = (new List<EventLocation>(), new List<RecordedEvent>());
        var window = new RecordWindow();
        var (at, max) = (0, LocationsAtOnce);
        for (var version = fromVersion; ; version = events[^1].Version + 1)
        {
            cancellationToken.ThrowIfCancellationRequested();
            events.Clear();
            using (index.Reads.Enter())
            {
                if (at == located.Count || located.FindIndex(at, Math.Min(EventsAtOnce, located.Count - at), static location => location.Segment.IsRetired) >= 0)
                {
                    version = index.Locate(stream, version, max, located);
                    (at, max) = (0, Math.Min(max * 2, LocationsAtOnceMax));
                    window.Clear();
                }

                for (long bytes = 0; at < located.Count && bytes < BytesAtOnce && events.Count < EventsAtOnce; at++)
                {
                    events.Add(ToEvent(window.Read(located, at), stream, located[at], version + events.Count));
                    bytes += events[^1].Payload.Length;
                }
            }

            if (events.Count == 0) yield break;
            foreach (var each in events)
            {
                cancellationToken.ThrowIfCancellationRequested();
                yield return each;
            }
        }
    }

    /// <summary>Events after a position, to the last one that is confirmed when it is reached.</summary>
    public IEnumerable<RecordedEvent> ReadAll(long afterPosition)
    {
        for (long number = 0; ;)
        {
            if (Next(ref number, afterPosition) is not { } next) yield break;
            var reader = new BatchReader(next.Segment.File, next.Offset, next.End);
            while (reader.Offset < next.End && ReadBatch(next, reader, afterPosition) is { } events)
            {
                foreach (var each in events)
                {
                    yield return each;
                    afterPosition = each.Position;
                }
            }

            // One that was compacted meanwhile is read on where the reader is in it, in its new file.
            if (reader.Offset < next.End) continue;

            // The last segment may have grown and been followed by another one since; who wants more asks again.
            if (next.IsLast) yield break;
            number++;
        }
    }

    public StreamSnapshot? ReadSnapshot(string stream)
    {
        using var section = index.Reads.Enter();
        var at = index.With(stream, entry => entry is null || entry.Snapshot.IsNone ? (EventLocation?)null : new EventLocation(log.Find(entry.Snapshot.Segment)!, entry.Snapshot.Offset));
        if (at is not { } location) return null;
        using var bytes = RecordBytes.Read(location.Segment, location.Offset);
        var record = bytes.Parse();
        return record.Kind == RecordKind.Deletion ? null : new StreamSnapshot(record.Version, record.Payload.ToArray());
    }

    /// <summary>The first segment from a number on that may hold events after a position.</summary>
    private SegmentPart? Next(ref long number, long afterPosition)
    {
        lock (index.Lock)
        {
            for (var i = 0; i < log.Segments.Count; i++)
            {
                var segment = log.Segments[i];
                if (segment.Header.Number < number || (i + 1 < log.Segments.Count && log.Segments[i + 1].Header.PositionBefore <= afterPosition)) continue;
                number = segment.Header.Number;
                return new SegmentPart(segment, segment.OffsetBefore(afterPosition), segment.End, i + 1 == log.Segments.Count, log.Segments.Skip(i).Any(each => each.Header.IsCompacted));
            }
        }

        return null;
    }

    /// <returns>Null if the segment is another file by now.</returns>
    private List<RecordedEvent>? ReadBatch(in SegmentPart part, BatchReader reader, long afterPosition)
    {
        using var section = index.Reads.Enter();
        if (part.Segment.IsRetired) return null;
        var events = new List<RecordedEvent>();
        if (reader.Next(out _, out var records) != BatchOutcome.Batch)
            throw new EventStoreCorruptedException(part.Segment.Name, reader.Offset, "a confirmed batch is not as it was written");
        while (!records.IsEmpty)
        {
            LogRecord.TryRead(records, verify: false, out var record);
            if (record.Kind == RecordKind.Event && record.Position > afterPosition)
            {
                var stream = index.NameOf(record.StreamNumber);
                if (!(part.MayHoldCompacted || index.HasDeletions) || !IsGone(stream, record.Version)) events.Add(ToEvent(record, stream));
            }

            records = records[record.Length..];
        }

        return events;
    }

    /// <summary>True for one that is still in the file but no more in its stream: it was deleted, or compaction had little to gain there.</summary>
    private bool IsGone(string stream, long version) => index.With(stream, entry => version < entry!.FirstVersion);

    private RecordedEvent ToEvent(in LogRecord record, string stream, in EventLocation at, long version)
    {
        if (record.Kind != RecordKind.Event || record.Version != version)
            throw new EventStoreCorruptedException(at.Segment.Name, at.Offset, $"version {version} of '{stream}' is not where it was");
        return ToEvent(record, stream);
    }

    private RecordedEvent ToEvent(in LogRecord record, string stream) => new(
        stream, record.Version, record.Position, RecordTime.ToTime(record.TimeMicroseconds), record.Key, TypeOf(record.Text), record.Payload.ToArray())
    { Metadata = MetadataBytes.Read(record.Metadata) };

    /// <summary>The type's text, most often the one of the event before.</summary>
    private string TypeOf(ReadOnlySpan<byte> text)
    {
        var known = _type;
        if (known.Length == text.Length && Ascii.Equals(text, known)) return known;
        return _type = Encoding.UTF8.GetString(text);
    }

    /// <summary>What is to be read of a segment.</summary>
    private readonly record struct SegmentPart(Segment Segment, long Offset, long End, bool IsLast, bool MayHoldCompacted);
}
