using System.Text;
using Genie.EventStore.Embedded.Format;
using Genie.EventStore.Embedded.Log;

namespace Genie.EventStore.Embedded.Commit;

/// <summary>Decides what an append comes to, with those before it in the same batch, and puts its records into the batch.</summary>
internal sealed class Staging(LogIndex index, EmbeddedStoreOptions options)
{
    private readonly Dictionary<(int Stream, RequestKey Key), KeyedAppend> _keys = [];
    private readonly byte[] _text = new byte[LogRecord.TextBytesMax];
    private readonly byte[] _metadata = new byte[MetadataBytes.Max];
    private long _position;
    private long _attempt;

    /// <summary>The batch under way.</summary>
    public BatchBuffer Batch { get; } = new();

    public void Begin()
    {
        // What was staged by an earlier attempt counts no more, whether it was written or not.
        _attempt++;
        _keys.Clear();
        _position = index.Position;
        Batch.Begin();
    }

    /// <summary>Stages it.</summary>
    /// <returns>Null, or why it is refused.</returns>
    public EventStoreException? Stage(PendingAppend pending) => pending.Kind switch
    {
        RecordKind.Event => StageEvents(pending),
        RecordKind.Snapshot => StageSnapshot(pending),
        _ => StageCheckpoint(pending),
    };

    private EventStoreException? StageEvents(PendingAppend pending)
    {
        var request = pending.Request;
        var stream = index.Find(request.Stream);
        if (stream is not null && request.Key is { } seen && (index.TryFindKey(stream.Number, seen, out var earlier) || _keys.TryGetValue((stream.Number, seen), out earlier)))
        {
            pending.Stage(earlier.Result(isRepeat: true));
            return null;
        }

        var version = stream is null ? 0 : VersionOf(stream);
        if (request.ExpectedVersion != AppendRequest.AnyVersion && request.ExpectedVersion != version)
            return new VersionConflictException(request.Stream, request.ExpectedVersion, version);
        var bytes = SizeOf(request);
        if (bytes > options.AppendBytesMax) return new EventTooLargeException(request.Stream, bytes, options.AppendBytesMax);
        stream ??= index.Add(request.Stream);
        AddWhole(stream, version, request);
        var append = new KeyedAppend(version + 1, request.Events.Length, _position);
        (stream.StagedVersion, stream.StagedAttempt) = (version + request.Events.Length, _attempt);
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
        var time = request.RecordedAt is { } recordedAt ? (recordedAt - DateTimeOffset.UnixEpoch).Ticks / TimeSpan.TicksPerMicrosecond : options.Clock.GetUtcNow().ToUnixTimeMilliseconds() * 1000;
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
        var version = stream is null ? 0 : VersionOf(stream);
        if (stream is null || pending.Version > version) return new VersionConflictException(pending.Request.Stream, pending.Version, version);
        if (pending.State.Length > options.AppendBytesMax) return new EventTooLargeException(pending.Request.Stream, pending.State.Length, options.AppendBytesMax);
        if (pending.Version < stream.SnapshotVersion) return null;
        Batch.Add(new LogRecord { Kind = RecordKind.Snapshot, StreamNumber = stream.Number, Version = pending.Version, Payload = pending.State.Span });
        return null;
    }

    private EventStoreException? StageCheckpoint(PendingAppend pending)
    {
        Batch.Add(new LogRecord { Kind = RecordKind.Checkpoint, Version = pending.Version, Text = Text(pending.Request.Stream) });
        return null;
    }

    private long VersionOf(StreamEntry stream) => stream.StagedAttempt == _attempt ? stream.StagedVersion : stream.Version;

    private void Declare(StreamEntry stream)
    {
        if (stream.IsDeclared || stream.StagedAttempt == _attempt) return;
        Batch.Add(new LogRecord { Kind = RecordKind.Stream, StreamNumber = stream.Number, Text = Text(stream.Name) });
    }

    private ReadOnlySpan<byte> Text(string text) => _text.AsSpan(0, Encoding.UTF8.GetBytes(text, _text));
}
