using System.Runtime.InteropServices;
using System.Text;
using Genie.EventStore.Embedded.Format;

namespace Genie.EventStore.Embedded.Log;

/// <summary>
/// What the log's records amount to, in memory. It changes only by <see cref="Apply"/>, with records that are confirmed: in a recovery
/// as after a commit. The committer changes it, under <see cref="Lock"/>; it alone may read without.
/// </summary>
internal sealed class LogIndex
{
    /// <summary>The position of a checkpoint that takes those before it away.</summary>
    public const long NoCheckpoint = -1;

    // Numbers are given one by one: a higher one is damage, for which no memory is to be taken.
    private const int StreamsMax = 1 << 27;

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

    /// <summary>How many request keys are known.</summary>
    public long Keys => _keys.Count;

    /// <summary>All streams that have events or had.</summary>
    public IReadOnlyCollection<StreamEntry> Streams => _byName.Values;

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

    /// <summary>Of a log that was read whole: what no record and no snapshot accounts for, or null.</summary>
    public string? FindMissing()
    {
        foreach (var stream in _byName.Values)
        {
            if (stream.FirstVersion > stream.SnapshotVersion + 1)
                return $"versions up to {stream.FirstVersion - 1} of '{stream.Name}' are missing, and its snapshot ends at {stream.SnapshotVersion}";
        }

        return null;
    }

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
        if (record.StreamNumber is < 0 or >= StreamsMax) return $"a stream of number {record.StreamNumber}";
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

        if (record.Version <= stream.Version && record.Kind == RecordKind.Event) return $"version {record.Version} of '{stream.Name}' follows version {stream.Version}";
        if (record.Position <= Position) return $"position {record.Position} follows position {Position}";
        if (record.Kind == RecordKind.Stub)
        {
            if (record.Version >= stream.FirstVersion) stream.BeginAfter(record.Version);
        }
        else
        {
            // Compaction takes a stream's events up to a snapshot; of a segment that it had to leave alone, earlier ones may be here still.
            if (record.Version != stream.Version + 1) stream.BeginAfter(record.Version - 1);
            stream.Events.Add(location);
        }

        stream.Version = Math.Max(stream.Version, record.Version);
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
            stream.BeginAfter(record.Version);
            stream.Version = record.Version;
        }

        return null;
    }

    private string? ApplyCheckpoint(in LogRecord record)
    {
        var projection = Encoding.UTF8.GetString(record.Text);
        if (record.Version == NoCheckpoint) _checkpoints.Remove(projection);
        else _checkpoints[projection] = record.Version;
        return null;
    }
}
