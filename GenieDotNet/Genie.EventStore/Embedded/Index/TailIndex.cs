using System.Runtime.InteropServices;
using System.Text;
using Genie.EventStore.Embedded.Format;
using Genie.EventStore.Embedded.Log;

namespace Genie.EventStore.Embedded.Index;

/// <summary>The layer of one segment, in memory: of the last one, which grows, and of those whose index file is not written yet.</summary>
internal sealed class TailIndex(Segment segment) : IIndexLayer
{
    // Numbers are given one by one: a higher one is damage, for which no memory is to be taken.
    private const int StreamsMax = 1 << 27;

    private readonly Dictionary<int, TailStream> _streams = [];
    private readonly Dictionary<int, byte[]> _names = [];
    private readonly Dictionary<ulong, int> _numbers = [];
    private readonly Dictionary<int, int> _sameHash = [];
    private readonly Dictionary<(int Stream, RequestKey Key), TailKey> _keys = [];
    private readonly Dictionary<string, long> _checkpoints = new(StringComparer.Ordinal);
    private long _position = segment.Header.PositionBefore;
    private TailStream? _last;

    public Segment Segment { get; } = segment;

    public IReadOnlyList<Segment> Segments { get; } = [segment];

    public int NextNumber { get; private set; }

    public long Keys => _keys.Count;

    public bool HasDeletions { get; private set; }

    public IReadOnlyDictionary<string, long> Checkpoints => _checkpoints;

    /// <summary>Takes a record in.</summary>
    /// <returns>Null, or what it contradicts.</returns>
    public string? Apply(in LogRecord record, long offset) => record.Kind switch
    {
        RecordKind.Stream => ApplyStream(record),
        RecordKind.Event or RecordKind.Stub => ApplyEvent(record, offset),
        RecordKind.Snapshot or RecordKind.Deletion => ApplySnapshot(record, offset),
        RecordKind.Checkpoint => ApplyCheckpoint(record),
        _ => $"a record of unknown kind {(byte)record.Kind}",
    };

    public bool TryGetStream(int number, out LayerStream stream)
    {
        if (!_streams.TryGetValue(number, out var known))
        {
            stream = default;
            return false;
        }

        stream = known.ToLayer();
        return true;
    }

    public void Locate(int number, in LayerStream stream, long from, Span<Location> locations)
    {
        var offsets = _streams[number].Offsets;
        for (var i = 0; i < locations.Length; i++) locations[i] = At(offsets[(int)from + i]);
    }

    public (long Version, Location Location) FindSnapshot(int number) => _streams.TryGetValue(number, out var stream) ? (stream.SnapshotVersion, At(stream.SnapshotOffset)) : default;

    public string? FindName(int number) => _names.TryGetValue(number, out var name) ? Encoding.UTF8.GetString(name) : null;

    public int FindNumber(ReadOnlySpan<byte> name, ulong hash)
    {
        if (!_numbers.TryGetValue(hash, out var number)) return -1;
        while (!name.SequenceEqual(_names[number]))
        {
            if (!_sameHash.TryGetValue(number, out number)) return -1;
        }

        return number;
    }

    public bool TryFindKey(int stream, in RequestKey key, ulong hash, out KeyedAppend append)
    {
        var isKnown = _keys.TryGetValue((stream, key), out var known);
        append = known.Append;
        return isKnown;
    }

    public IEnumerable<(int Number, LayerStream Stream)> Streams() => _streams.OrderBy(each => each.Key).Select(each => (each.Key, each.Value.ToLayer()));

    public IEnumerable<(int Number, long Version, Location Location)> Snapshots() =>
        _streams.Where(each => each.Value.SnapshotVersion > 0).OrderBy(each => each.Key).Select(each => (each.Key, each.Value.SnapshotVersion, At(each.Value.SnapshotOffset)));

    public IEnumerable<(int Number, byte[] Name)> Names() => _names.OrderBy(each => each.Key).Select(each => (each.Key, each.Value));

    public IEnumerable<(ulong Hash, int Number)> NameHashes() => _names.Select(each => (IndexHash.OfName(each.Value), each.Key)).Order();

    public IEnumerable<(ulong Hash, Location Location, int Count)> KeyHashes() =>
        _keys.Select(each => (IndexHash.OfKey(each.Key.Stream, each.Key.Key), At(each.Value.Offset), each.Value.Append.Count)).OrderBy(each => each.Item1);

    private Location At(uint offset) => new(Segment.Header.Number, offset);

    private string? ApplyStream(in LogRecord record)
    {
        var number = record.StreamNumber;
        if (number is < 0 or >= StreamsMax) return $"a stream of number {number}";
        if (_names.TryGetValue(number, out var known)) return record.Text.SequenceEqual(known) ? null : $"stream {number} has two names";
        var hash = IndexHash.OfName(record.Text);
        if (FindNumber(record.Text, hash) >= 0) return $"stream '{Encoding.UTF8.GetString(record.Text)}' has two numbers";
        _names.Add(number, record.Text.ToArray());
        if (_numbers.TryGetValue(hash, out var other)) _sameHash[number] = other;
        _numbers[hash] = number;
        NextNumber = Math.Max(NextNumber, number + 1);
        return null;
    }

    private string? ApplyEvent(in LogRecord record, long offset)
    {
        if (record.StreamNumber is < 0 or >= StreamsMax) return $"an event of stream {record.StreamNumber}, which has no name";
        var stream = StreamOf(record.StreamNumber);
        if (record.Version < 1 || (record.Version <= stream.Version && record.Kind == RecordKind.Event)) return $"version {record.Version} of stream {record.StreamNumber} follows version {stream.Version}";
        if (record.Position <= _position) return $"position {record.Position} follows position {_position}";
        if (record.Kind == RecordKind.Event)
        {
            if (record.Version != stream.Version + 1) stream.Restart(isDeletion: false);
            stream.Offsets.Add((uint)offset);
            stream.Version = record.Version;
        }
        else if (record.Version > stream.Version)
        {
            stream.Restart(isDeletion: false);
            stream.Version = record.Version;
        }

        _position = record.Position;
        if (record.Key is { } key) ApplyKey(key, record, offset);
        return null;
    }

    private void ApplyKey(in RequestKey key, in LogRecord record, long offset)
    {
        ref var known = ref CollectionsMarshal.GetValueRefOrAddDefault(_keys, (record.StreamNumber, key), out var exists);
        known = exists
            ? known with { Append = known.Append with { Count = known.Append.Count + 1, LastPosition = record.Position } }
            : new TailKey(new KeyedAppend(record.Version, 1, record.Position), (uint)offset);
    }

    private string? ApplySnapshot(in LogRecord record, long offset)
    {
        if (record.StreamNumber is < 0 or >= StreamsMax) return $"a snapshot of stream {record.StreamNumber}, which has no name";
        var stream = StreamOf(record.StreamNumber);
        HasDeletions |= record.Kind == RecordKind.Deletion;
        if (record.Version >= stream.SnapshotVersion) (stream.SnapshotVersion, stream.SnapshotOffset) = (record.Version, (uint)offset);
        if (stream.Version >= record.Version) return null;
        stream.Restart(record.Kind == RecordKind.Deletion);
        stream.Version = record.Version;
        return null;
    }

    private string? ApplyCheckpoint(in LogRecord record)
    {
        _checkpoints[Encoding.UTF8.GetString(record.Text)] = record.Version;
        return null;
    }

    private TailStream StreamOf(int number)
    {
        // Events of one append follow one another.
        if (_last is { } last && last.Number == number) return last;
        ref var stream = ref CollectionsMarshal.GetValueRefOrAddDefault(_streams, number, out _);
        return _last = stream ??= new TailStream(number);
    }

    private readonly record struct TailKey(KeyedAppend Append, uint Offset);

    private sealed class TailStream(int number)
    {
        public int Number => number;

        public long Version { get; set; }

        public List<uint> Offsets { get; } = [];

        public long SnapshotVersion { get; set; }

        public uint SnapshotOffset { get; set; }

        public bool IsAfterDeletion { get; private set; }

        /// <summary>Events before what follows are of no meaning any more.</summary>
        public void Restart(bool isDeletion)
        {
            Offsets.Clear();
            IsAfterDeletion = isDeletion;
        }

        public LayerStream ToLayer() => new(Version, Offsets.Count, 0, SnapshotVersion > 0, IsAfterDeletion);
    }
}
