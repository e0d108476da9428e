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

    private string _type = "";

    public async IAsyncEnumerable<RecordedEvent> ReadStreamAsync(string stream, long fromVersion, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await Task.CompletedTask.ConfigureAwait(false);
        var found = new List<EventLocation>();
        var window = new RecordWindow();
        var max = LocationsAtOnce;
        for (var version = fromVersion; ; version += found.Count, max = Math.Min(max * 2, LocationsAtOnceMax))
        {
            version = index.Locate(stream, version, max, found);
            if (found.Count == 0) yield break;
            window.Clear();
            for (var i = 0; i < found.Count; i++)
            {
                cancellationToken.ThrowIfCancellationRequested();
                yield return ToEvent(window.Read(found, i), stream, found[i], version + i);
            }
        }
    }

    /// <summary>Events after a position, to the last one that is confirmed when it is reached.</summary>
    public IEnumerable<RecordedEvent> ReadAll(long afterPosition)
    {
        for (long number = 0; ; number++)
        {
            if (Next(ref number, afterPosition) is not { } next) yield break;
            foreach (var each in ReadSegment(next, afterPosition)) yield return each;

            // The last segment may have grown and been followed by another one since; who wants more asks again.
            if (next.IsLast) yield break;
        }
    }

    public StreamSnapshot? ReadSnapshot(string stream)
    {
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

    private IEnumerable<RecordedEvent> ReadSegment(SegmentPart part, long afterPosition)
    {
        var reader = new BatchReader(part.Segment.File, part.Offset, part.End);
        while (reader.Offset < part.End)
        {
            foreach (var each in ReadBatch(part, reader, afterPosition)) yield return each;
        }
    }

    private List<RecordedEvent> ReadBatch(in SegmentPart part, BatchReader reader, long afterPosition)
    {
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
