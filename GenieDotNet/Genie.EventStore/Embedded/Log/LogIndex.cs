using System.Text;
using Genie.EventStore.Embedded.Disk;
using Genie.EventStore.Embedded.Format;
using Genie.EventStore.Embedded.Index;

namespace Genie.EventStore.Embedded.Log;

/// <summary>
/// What the log's records amount to: layers of segments that do not change, the layer of the last segment, and in memory the streams in
/// use. Layers are searched without the lock; what is found counts if they are the same ones afterwards. The committer alone adds records,
/// with <see cref="Apply"/>, under <see cref="Lock"/>.
/// </summary>
internal sealed class LogIndex(int streamsCached)
{
    /// <summary>The position of a checkpoint that takes those before it away.</summary>
    public const long NoCheckpoint = -1;

    private readonly StreamCache _streams = new(streamsCached);
    private readonly Dictionary<string, StreamEntry> _undeclared = new(StringComparer.Ordinal);
    private readonly Dictionary<string, long> _checkpoints = new(StringComparer.Ordinal);
    private readonly NameCache _names = new();
    private volatile IIndexLayer[] _layers = [];
    private TailIndex? _tail;
    private int _nextNumber;

    public Lock Lock { get; } = new();

    /// <summary>What reads segments or index files enters it; what replaces them retires them there.</summary>
    public ReadSections Reads { get; } = new();

    /// <summary>The last position given to an event.</summary>
    public long Position { get; private set; }

    /// <summary>True if there are events, perhaps, whose stream was deleted since.</summary>
    public bool HasDeletions { get; private set; }

    public IReadOnlyDictionary<string, long> Checkpoints => _checkpoints;

    /// <summary>The layers before the last segment's, oldest first.</summary>
    public IReadOnlyList<IIndexLayer> Layers => _layers;

    /// <summary>Makes an index file anew that is not as it was written.</summary>
    public Action<IndexFile> Repair { get; set; } = _ => { };

    /// <summary>Takes in the layer of segments behind those before, while the store is opened.</summary>
    public void Add(IIndexLayer layer)
    {
        _layers = [.. _layers, layer];
        _nextNumber = Math.Max(_nextNumber, layer.NextNumber);
        HasDeletions |= layer.HasDeletions;
        foreach (var (projection, position) in layer.Checkpoints) SetCheckpoint(projection, position);
        RaisePosition(layer.Segments[^1].Ends.LastPosition);
    }

    /// <summary>A segment follows, to which records will be added. The caller holds the lock.</summary>
    public void Begin(Segment segment)
    {
        if (_tail is not null) _layers = [.. _layers, _tail];
        _tail = new TailIndex(segment);
        RaisePosition(segment.Header.PositionBefore);
    }

    /// <summary>Puts layers in the place of others that hold the same segments. The caller holds the lock.</summary>
    /// <returns>False if those are not there any more.</returns>
    public bool TryReplace(IReadOnlyList<IIndexLayer> replaced, IReadOnlyList<IIndexLayer> layers)
    {
        var at = Array.IndexOf(_layers, replaced[0]);
        if (at < 0 || !_layers.Skip(at).Take(replaced.Count).SequenceEqual(replaced)) return false;
        _layers = [.. _layers[..at], .. layers, .. _layers[(at + replaced.Count)..]];
        return true;
    }

    /// <summary>Forgets what is known of streams, since a segment holds less than it did. The caller holds the lock.</summary>
    public void Forget() => _streams.Clear();

    public StreamEntry? Find(string stream)
    {
        lock (Lock)
        {
            if (Cached(stream) is { } known) return known;
        }

        return Repaired(() => Load(stream));
    }

    /// <summary>Reads what is known of a stream, or that there is none.</summary>
    public T With<T>(string stream, Func<StreamEntry?, T> read)
    {
        while (true)
        {
            lock (Lock)
            {
                if (Cached(stream) is { } entry) return read(entry);
            }

            if (Find(stream) is null) return read(null);
        }
    }

    /// <summary>The name of a stream that the log has events of.</summary>
    /// <exception cref="EventStoreCorruptedException">It has none.</exception>
    public string NameOf(int number)
    {
        if (_names.Find(number) is { } known) return known;
        IIndexLayer[] layers;
        lock (Lock)
        {
            if (_streams.Find(number) is { } entry) return entry.Name;
            if (_tail?.FindName(number) is { } name) return name;
            layers = _layers;
        }

        var found = Repaired(() => Enumerable.Reverse(_layers).Select(layer => number < layer.NextNumber ? layer.FindName(number) : null).FirstOrDefault(name => name is not null));
        if (found is null) throw new EventStoreCorruptedException(layers.Length > 0 ? layers[0].Segments[0].Name : Segment.NameOf(1), 0, $"stream {number} has events and no name");
        _names.Add(number, found);
        return found;
    }

    public bool TryFindKey(int stream, RequestKey key, out KeyedAppend append)
    {
        var hash = IndexHash.OfKey(stream, key);
        append = default;
        lock (Lock)
        {
            if (_tail is not null && _tail.TryFindKey(stream, key, hash, out append)) return true;
            if (_layers.Length == 0) return false;
        }

        KeyedAppend found = default;
        var isFound = Repaired(() => Enumerable.Reverse(_layers).Any(layer => layer.TryFindKey(stream, key, hash, out found)));
        append = found;
        return isFound;
    }

    /// <summary>Where a stream's events from a version on are; as many as are near one another.</summary>
    /// <returns>The version of the first one found: a later one than 1 if those before it were deleted.</returns>
    /// <exception cref="EventsCompactedException">They were removed.</exception>
    public long Locate(string stream, long fromVersion, int max, List<EventLocation> found) => Repaired(() =>
    {
        found.Clear();
        var from = fromVersion;
        while (!TryLocate(stream, ref from, max, found))
        {
        }

        return from;
    });

    /// <summary>Makes an entry for a stream that is about to get its first event.</summary>
    public StreamEntry Add(string stream)
    {
        lock (Lock)
        {
            var entry = new StreamEntry(stream, _nextNumber++);
            _undeclared.Add(stream, entry);
            return entry;
        }
    }

    /// <summary>No position before this one is given again, though its event may be gone.</summary>
    public void RaisePosition(long position) => Position = Math.Max(Position, position);

    /// <summary>Takes a record of the last segment in.</summary>
    /// <returns>Null, or what it contradicts.</returns>
    public string? Apply(in LogRecord record, long offset)
    {
        if (_tail!.Apply(record, offset) is { } contradiction) return contradiction;
        switch (record.Kind)
        {
            case RecordKind.Stream:
                Declare(record);
                break;
            case RecordKind.Event or RecordKind.Stub:
                Position = record.Position;
                if (_streams.Find(record.StreamNumber) is { } stream) stream.Version = record.Version;
                break;
            case RecordKind.Snapshot:
                if (_streams.Find(record.StreamNumber) is not { } entry || record.Version < entry.SnapshotVersion) break;
                (entry.SnapshotVersion, entry.Snapshot) = (record.Version, new Location(_tail.Segment.Header.Number, offset));
                if (record.Version > entry.Version) (entry.Version, entry.FirstVersion) = (record.Version, record.Version + 1);
                break;
            case RecordKind.Deletion:
                HasDeletions = true;
                if (_streams.Find(record.StreamNumber) is not { } deleted) break;
                (deleted.SnapshotVersion, deleted.Snapshot) = (record.Version, new Location(_tail.Segment.Header.Number, offset));
                (deleted.Version, deleted.FirstVersion, deleted.IsAfterDeletion) = (record.Version, record.Version + 1, true);
                break;
            default:
                SetCheckpoint(Encoding.UTF8.GetString(record.Text), record.Version);
                break;
        }

        return null;
    }

    /// <summary>All streams, and how many keys there are.</summary>
    public (IEnumerable<MergedStream> Streams, long Keys) Streams()
    {
        lock (Lock)
        {
            var sources = _layers.Select(layer => (layer, layer.Streams())).ToList();
            if (_tail is not null) sources.Add((_tail, _tail.Streams().ToArray()));
            return (StreamMerge.Over(sources), _layers.Sum(layer => layer.Keys) + (_tail?.Keys ?? 0));
        }
    }

    /// <summary>The newest snapshots of all streams; of those of one stream the newest is the one with the highest version.</summary>
    public IEnumerable<(int Number, long Version, Location Location)> Snapshots()
    {
        lock (Lock)
        {
            var tail = _tail?.Snapshots().ToArray() ?? [];
            return _layers.SelectMany(layer => layer.Snapshots()).Concat(tail);
        }
    }

    private void SetCheckpoint(string projection, long position)
    {
        if (position == NoCheckpoint) _checkpoints.Remove(projection);
        else _checkpoints[projection] = position;
    }

    private StreamEntry? Cached(string stream) => _streams.Find(stream) ?? _undeclared.GetValueOrDefault(stream);

    private void Declare(in LogRecord record)
    {
        _nextNumber = Math.Max(_nextNumber, record.StreamNumber + 1);
        if (_undeclared.Count == 0 || !_undeclared.Remove(Encoding.UTF8.GetString(record.Text), out var entry)) return;
        entry.IsDeclared = true;
        _streams.Add(entry);
    }

    /// <summary>Searches, and again with index files that were made anew where one was not as it was written.</summary>
    public void Repaired(Action search) => Repaired(() =>
    {
        search();
        return true;
    });

    private T Repaired<T>(Func<T> search)
    {
        while (true)
        {
            try
            {
                using (Reads.Enter()) return search();
            }
            catch (IndexDamagedException damage)
            {
                Repair(damage.File);
            }
        }
    }

    private StreamEntry? Load(string stream)
    {
        var name = Encoding.UTF8.GetBytes(stream);
        var hash = IndexHash.OfName(name);
        while (true)
        {
            var layers = _layers;
            var number = -1;
            for (var i = layers.Length - 1; i >= 0 && number < 0; i--) number = layers[i].FindNumber(name, hash);
            lock (Lock)
            {
                if (_layers != layers) continue;
                if (number < 0 && _tail is not null) number = _tail.FindNumber(name, hash);
                if (number < 0) return Cached(stream);
            }

            var found = new StreamSearch();
            foreach (var layer in layers) found.Add(layer, number);
            lock (Lock)
            {
                if (_layers != layers) continue;
                if (Cached(stream) is { } known) return known;
                if (_tail is not null) found.Add(_tail, number);
                var entry = found.ToEntry(stream, number, layers.Length > 0 ? layers[0].Segments[0] : _tail!.Segment);
                _streams.Add(entry);
                return entry;
            }
        }
    }

    private bool TryLocate(string stream, ref long from, int max, List<EventLocation> found)
    {
        var layers = _layers;
        var asked = from;
        var (number, first, version, fromVersion, isInTail) = With(stream, entry =>
        {
            if (entry is null) return (0, 0, 0, asked, false);
            layers = _layers;

            // From the beginning means from what is there; who has read a part must learn that it is gone.
            var begin = entry.IsDeleted || (entry.IsAfterDeletion && asked == 1) ? Math.Max(asked, entry.FirstVersion) : asked;
            return (entry.Number, entry.FirstVersion, entry.Version, begin, begin >= entry.FirstVersion && TryLocate(_tail, entry.Number, begin, max, found));
        });
        from = fromVersion;
        if (fromVersion > version || isInTail) return true;
        if (fromVersion < first) throw new EventsCompactedException(stream, fromVersion, first);
        foreach (var layer in layers)
        {
            if (TryLocate(layer, number, fromVersion + found.Count, max - found.Count, found) && found.Count >= max) break;
        }

        if (found.Count > 0) return true;
        if (_layers == layers) throw new EventStoreCorruptedException(layers.Length > 0 ? layers[^1].Segments[0].Name : Segment.NameOf(1), 0, $"version {fromVersion} of '{stream}' is missing");
        return false;
    }

    private static bool TryLocate(IIndexLayer? layer, int number, long fromVersion, int max, List<EventLocation> found)
    {
        if (layer is null || !layer.TryGetStream(number, out var stream) || stream.Count == 0 || fromVersion < stream.First || fromVersion > stream.Version) return false;
        Span<Location> locations = stackalloc Location[256];
        var end = Math.Min(stream.Count, fromVersion - stream.First + max);
        for (var from = fromVersion - stream.First; from < end; from += locations.Length)
        {
            var piece = locations[..(int)Math.Min(locations.Length, end - from)];
            layer.Locate(number, stream, from, piece);
            foreach (var location in piece)
            {
                var at = location.Segment - layer.Segments[0].Header.Number;
                if (at < 0 || at >= layer.Segments.Count) throw new EventStoreCorruptedException(Segment.NameOf(location.Segment), location.Offset, "its index says what cannot be");
                found.Add(new EventLocation(layer.Segments[(int)at], location.Offset));
            }
        }

        return true;
    }
}
