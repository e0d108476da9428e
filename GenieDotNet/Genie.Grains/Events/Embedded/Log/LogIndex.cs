using System.Runtime.InteropServices;
using System.Text;
using Genie.Grains.Events.Embedded.Format;

namespace Genie.Grains.Events.Embedded.Log;

/// <summary>
/// What the log's records amount to, in memory. It changes only by <see cref="Apply"/>, with records that are confirmed: in a recovery
/// as after a commit. The committer changes it, under <see cref="Lock"/>; it alone may read without.
/// </summary>
internal sealed class LogIndex
{
    private readonly Dictionary<string, StreamEntry> _byName = new(StringComparer.Ordinal);
    private readonly List<StreamEntry?> _byNumber = [];
    private readonly Dictionary<(int Stream, RequestKey Key), KeyedAppend> _keys = [];
    private readonly Dictionary<string, long> _checkpoints = new(StringComparer.Ordinal);

    public Lock Lock { get; } = new();

    /// <summary>The last position given to an event.</summary>
    public long Position { get; private set; }

    public IReadOnlyDictionary<string, long> Checkpoints => _checkpoints;

    public StreamEntry? Find(string stream) => _byName.GetValueOrDefault(stream);

    public StreamEntry? Find(int number) => number >= 0 && number < _byNumber.Count ? _byNumber[number] : null;

    public bool TryFindKey(int stream, RequestKey key, out KeyedAppend append) => _keys.TryGetValue((stream, key), out append);

    /// <summary>Makes an entry for a stream that is about to get its first event.</summary>
    public StreamEntry Add(string stream)
    {
        var entry = new StreamEntry(stream, _byNumber.Count);
        lock (Lock)
        {
            _byNumber.Add(entry);
            _byName.Add(stream, entry);
        }

        return entry;
    }

    /// <summary>No position before this one is given again, though its event may be gone.</summary>
    public void RaisePosition(long position) => Position = Math.Max(Position, position);

    /// <summary>Takes a record in.</summary>
    /// <returns>Null, or what it contradicts.</returns>
    public string? Apply(in LogRecord record, Location location) => record.Kind switch
    {
        RecordKind.Stream => ApplyStream(record),
        RecordKind.Event or RecordKind.Stub => ApplyEvent(record, location),
        RecordKind.Snapshot => ApplySnapshot(record, location),
        RecordKind.Checkpoint => ApplyCheckpoint(record),
        _ => $"a record of unknown kind {(byte)record.Kind}",
    };

    private string? ApplyStream(in LogRecord record)
    {
        while (_byNumber.Count <= record.StreamNumber) _byNumber.Add(null);
        if (_byNumber[record.StreamNumber] is { } known)
        {
            known.IsDeclared = true;
            return null;
        }

        var entry = new StreamEntry(Encoding.UTF8.GetString(record.Text), record.StreamNumber) { IsDeclared = true };
        _byNumber[record.StreamNumber] = entry;
        return _byName.TryAdd(entry.Name, entry) ? null : $"stream '{entry.Name}' has two numbers";
    }

    private string? ApplyEvent(in LogRecord record, Location location)
    {
        if (Find(record.StreamNumber) is not { } stream) return $"an event of stream {record.StreamNumber}, which has no name";

        // After compaction a stream's first events may be missing; none may be missing in between.
        if (stream.Events.Count > 0 ? record.Version != stream.Version + 1 : record.Version <= stream.Version && record.Kind == RecordKind.Event)
            return $"version {record.Version} of '{stream.Name}' follows version {stream.Version}";
        if (record.Position <= Position) return $"position {record.Position} follows position {Position}";
        if (record.Kind == RecordKind.Event)
        {
            if (stream.Events.Count == 0) stream.FirstVersion = record.Version;
            stream.Events.Add(location);
        }
        else
        {
            stream.FirstVersion = record.Version + 1;
        }

        stream.Version = record.Version;
        Position = record.Position;
        if (record.Key is { } key) ApplyKey(stream.Number, key, record);
        return null;
    }

    private void ApplyKey(int stream, RequestKey key, in LogRecord record)
    {
        ref var append = ref CollectionsMarshal.GetValueRefOrAddDefault(_keys, (stream, key), out var exists);
        append = exists ? append with { Count = append.Count + 1, LastPosition = record.Position } : new KeyedAppend(record.Version, 1, record.Position);
    }

    private string? ApplySnapshot(in LogRecord record, Location location)
    {
        if (Find(record.StreamNumber) is not { } stream) return $"a snapshot of stream {record.StreamNumber}, which has no name";
        if (record.Version >= stream.SnapshotVersion)
        {
            stream.SnapshotVersion = record.Version;
            stream.Snapshot = location;
        }

        if (stream.Version < record.Version)
        {
            stream.Version = record.Version;
            stream.FirstVersion = record.Version + 1;
        }

        return null;
    }

    private string? ApplyCheckpoint(in LogRecord record)
    {
        _checkpoints[Encoding.UTF8.GetString(record.Text)] = record.Version;
        return null;
    }
}
