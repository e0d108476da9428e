using System.Text;
using Genie.EventStore.Embedded.Format;
using Genie.EventStore.Embedded.Log;

namespace Genie.EventStore.Embedded.Commit;

/// <summary>Decides what an append comes to, with those before it in the same batch, and puts its records into the batch.</summary>
internal sealed class Staging(LogIndex index, EmbeddedStoreOptions options)
{
    private readonly Dictionary<(int Stream, RequestKey Key), KeyedAppend> _keys = [];
    private readonly Dictionary<int, long> _versions = [];
    private readonly HashSet<int> _deleted = [];
    private readonly byte[] _text = new byte[LogRecord.TextBytesMax];
    private readonly byte[] _metadata = new byte[MetadataBytes.Max];
    private long _position;

    /// <summary>The batch under way.</summary>
    public BatchBuffer Batch { get; } = new();

    public void Begin()
    {
        // What was staged by an earlier attempt counts no more, whether it was written or not.
        _versions.Clear();
        _deleted.Clear();
        _keys.Clear();
        _position = index.Position;
        Batch.Begin();
    }

    /// <summary>Stages it.</summary>
    /// <returns>Null, or why it is refused.</returns>
    public EventStoreException? Stage(PendingAppend pending) => pending.Kind switch
    {
        _ when pending.StartsStream => StageStart(pending),
        RecordKind.Event => StageEvents(pending),
        RecordKind.Snapshot => StageSnapshot(pending),
        RecordKind.Deletion => StageDeletion(pending),
        _ => StageCheckpoint(pending),
    };

    private EventStoreException? StageEvents(PendingAppend pending)
    {
        var request = pending.Request;
        var stream = index.Find(request.Stream);
        if (stream is not null && request.Key is { } seen && (_keys.TryGetValue((stream.Number, seen), out var earlier) || (stream.IsDeclared && index.TryFindKey(stream.Number, seen, out earlier))))
        {
            pending.Stage(earlier.Result(isRepeat: true));
            return null;
        }

        if (ConflictOf(request, stream) is { } conflict) return conflict;
        var bytes = SizeOf(request);
        if (bytes > options.AppendBytesMax) return new EventTooLargeException(request.Stream, bytes, options.AppendBytesMax);
        stream ??= index.Add(request.Stream);
        var version = LastVersionOf(stream);
        AddWhole(stream, version, request);
        var append = new KeyedAppend(version + 1, request.Events.Length, _position);
        _versions[stream.Number] = version + request.Events.Length;
        _deleted.Remove(stream.Number);
        if (request.Key is { } key) _keys.Add((stream.Number, key), append);
        pending.Stage(append.Result(isRepeat: false));
        return null;
    }

    private static long SizeOf(in AppendRequest request)
    {
        long bytes = 0;
        foreach (var each in request.Events.Span) bytes += LogRecord.HeaderBytes + LogRecord.KeyBytes + LogRecord.TextBytesMax + MetadataBytes.Max + each.Payload.Length;
        return bytes;
    }

    /// <summary>All of an append's records or none: its memory is the caller's, and may refuse to be read.</summary>
    private void AddWhole(StreamEntry stream, long version, in AppendRequest request)
    {
        var (length, records, position) = (Batch.Length, Batch.Records, _position);
        try
        {
            Declare(stream);
            AddEvents(stream, version, request);
        }
        catch
        {
            Batch.Return(length, records);
            _position = position;
            throw;
        }
    }

    private void AddEvents(StreamEntry stream, long version, in AppendRequest request)
    {
        var time = request.RecordedAt is { } recordedAt ? RecordTime.Of(recordedAt) : options.Clock.GetUtcNow().ToUnixTimeMilliseconds() * 1000;
        var metadata = _metadata.AsSpan(0, MetadataBytes.Write(request.Metadata, _metadata));
        foreach (var each in request.Events.Span)
        {
            Batch.Add(new LogRecord
            {
                Kind = RecordKind.Event,
                StreamNumber = stream.Number,
                Version = ++version,
                Position = ++_position,
                TimeMicroseconds = time,
                Key = request.Key,
                Metadata = metadata,
                Text = Text(each.Type),
                Payload = each.Payload.Span,
            });
        }
    }

    private EventStoreException? StageSnapshot(PendingAppend pending)
    {
        var stream = index.Find(pending.Request.Stream);
        if (stream is null || pending.Version > LastVersionOf(stream)) return new VersionConflictException(pending.Request.Stream, pending.Version, VersionOf(stream));
        if (pending.State.Length > options.AppendBytesMax) return new EventTooLargeException(pending.Request.Stream, pending.State.Length, options.AppendBytesMax);

        // One of a state that was deleted meanwhile is older than what is kept, which is nothing.
        if (pending.Version < stream.SnapshotVersion || IsDeleted(stream) || (stream.IsAfterDeletion && pending.Version < stream.FirstVersion)) return null;
        Batch.Add(new LogRecord { Kind = RecordKind.Snapshot, StreamNumber = stream.Number, Version = pending.Version, Payload = pending.State.Span });
        return null;
    }

    private VersionConflictException? StageDeletion(PendingAppend pending)
    {
        var stream = index.Find(pending.Request.Stream);
        if (ConflictOf(pending.Request, stream) is { } conflict) return conflict;
        if (stream is null || VersionOf(stream) == 0) return null;
        var version = LastVersionOf(stream) + 1;
        Batch.Add(new LogRecord { Kind = RecordKind.Deletion, StreamNumber = stream.Number, Version = version });
        _versions[stream.Number] = version;
        _deleted.Add(stream.Number);
        return null;
    }

    private EventStoreException? StageStart(PendingAppend pending)
    {
        var name = pending.Request.Stream;
        var stream = index.Find(name);
        if (stream is not null && LastVersionOf(stream) > 0) return new VersionConflictException(name, expectedVersion: 0, LastVersionOf(stream));
        if (pending.State.Length > options.AppendBytesMax) return new EventTooLargeException(name, pending.State.Length, options.AppendBytesMax);
        stream ??= index.Add(name);
        Declare(stream);
        Batch.Add(new LogRecord { Kind = pending.Kind, StreamNumber = stream.Number, Version = pending.Version, Payload = pending.State.Span });
        _versions[stream.Number] = pending.Version;
        if (pending.Kind == RecordKind.Deletion) _deleted.Add(stream.Number);
        return null;
    }

    private EventStoreException? StageCheckpoint(PendingAppend pending)
    {
        Batch.Add(new LogRecord { Kind = RecordKind.Checkpoint, Version = pending.Version, Text = Text(pending.Request.Stream) });
        return null;
    }

    private VersionConflictException? ConflictOf(in AppendRequest request, StreamEntry? stream)
    {
        var version = VersionOf(stream);
        return request.ExpectedVersion == AppendRequest.AnyVersion || request.ExpectedVersion == version ? null : new VersionConflictException(request.Stream, request.ExpectedVersion, version);
    }

    /// <summary>The version that callers know: 0 for a stream that is not there, or not any more.</summary>
    private long VersionOf(StreamEntry? stream) => stream is null || IsDeleted(stream) ? 0 : LastVersionOf(stream);

    private bool IsDeleted(StreamEntry stream) => _versions.ContainsKey(stream.Number) ? _deleted.Contains(stream.Number) : stream.IsDeleted;

    private long LastVersionOf(StreamEntry stream) => _versions.TryGetValue(stream.Number, out var staged) ? staged : stream.Version;

    private void Declare(StreamEntry stream)
    {
        if (stream.IsDeclared || _versions.ContainsKey(stream.Number)) return;
        Batch.Add(new LogRecord { Kind = RecordKind.Stream, StreamNumber = stream.Number, Text = Text(stream.Name) });
    }

    private ReadOnlySpan<byte> Text(string text) => _text.AsSpan(0, Encoding.UTF8.GetBytes(text, _text));
}
