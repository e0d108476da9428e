using System.Buffers.Binary;
using System.Text;
using Genie.EventStore.Embedded.Format;
using Genie.EventStore.Embedded.Log;

namespace Genie.EventStore.Embedded.Index;

/// <summary>The layer of an index file.</summary>
internal sealed class IndexRun : IIndexLayer
{
    public const int StreamBytes = 20;
    public const int SnapshotBytes = 20;
    public const int NameBytes = 12;
    public const int NameHashBytes = 12;
    public const int KeyBytes = 20;
    public const int LandmarkBytes = 16;
    public const ulong SnapshotFlag = 1UL << 63;
    public const ulong DeletionFlag = 1UL << 62;

    private readonly SortedTable _streams;
    private readonly SortedTable _snapshots;
    private readonly SortedTable _names;
    private readonly SortedTable _nameHashes;
    private readonly SortedTable _keys;
    private readonly Segment[] _segments;
    private HashFilter? _nameFilter;
    private HashFilter? _keyFilter;

    /// <summary>Reads what it needs in memory.</summary>
    /// <param name="file">The file.</param>
    /// <param name="fileName">Its name; null for one in memory.</param>
    /// <param name="segments">The segments that it was made from.</param>
    /// <exception cref="IndexDamagedException">It is not as it was written.</exception>
    public IndexRun(IndexFile file, string? fileName, Segment[] segments)
    {
        (File, FileName, _segments) = (file, fileName, segments);
        _streams = new SortedTable(file, IndexSection.Streams, IndexSection.StreamFences, StreamBytes, sizeof(int), hasEnd: true);
        _snapshots = new SortedTable(file, IndexSection.Snapshots, IndexSection.SnapshotFences, SnapshotBytes, sizeof(int));
        _names = new SortedTable(file, IndexSection.Names, IndexSection.NameFences, NameBytes, sizeof(int), hasEnd: true);
        _nameHashes = new SortedTable(file, IndexSection.NameHashes, IndexSection.NameHashFences, NameHashBytes, sizeof(ulong));
        _keys = new SortedTable(file, IndexSection.Keys, IndexSection.KeyFences, KeyBytes, sizeof(ulong));
        Checkpoints = ReadCheckpoints();
    }

    public IndexFile File { get; }

    public string? FileName { get; }

    public IReadOnlyList<Segment> Segments => _segments;

    public int NextNumber => File.Footer.NextNumber;

    public long Keys => _keys.Count;

    public bool HasDeletions => File.Footer.HasDeletions;

    public IReadOnlyDictionary<string, long> Checkpoints { get; }

    public bool TryGetStream(int number, out LayerStream stream)
    {
        Span<byte> entry = stackalloc byte[StreamBytes * 2];
        stream = default;
        if (!_streams.TryFind((ulong)number, entry)) return false;
        stream = StreamAt(entry);
        return true;
    }

    public void Locate(int number, in LayerStream stream, long from, Span<Location> locations) =>
        File.Read(IndexSection.Locations, (stream.Start + from) * sizeof(ulong), System.Runtime.InteropServices.MemoryMarshal.AsBytes(locations));

    public (long Version, Location Location) FindSnapshot(int number)
    {
        Span<byte> entry = stackalloc byte[SnapshotBytes];
        return _snapshots.TryFind((ulong)number, entry) ? (BinaryPrimitives.ReadInt64LittleEndian(entry[4..]), Location.FromPacked(BinaryPrimitives.ReadUInt64LittleEndian(entry[12..]))) : default;
    }

    public string? FindName(int number)
    {
        Span<byte> entry = stackalloc byte[NameBytes * 2];
        return _names.TryFind((ulong)number, entry) ? Encoding.UTF8.GetString(TextAt(entry)) : null;
    }

    public int FindNumber(ReadOnlySpan<byte> name, ulong hash)
    {
        if (!Filter(ref _nameFilter, IndexSection.NameFilter).MayHold(hash)) return -1;
        Span<byte> entry = stackalloc byte[NameHashBytes];
        Span<byte> text = stackalloc byte[NameBytes * 2];
        for (var at = _nameHashes.IndexOf(hash); at < _nameHashes.Count; at++)
        {
            _nameHashes.Read(at, entry);
            if (BinaryPrimitives.ReadUInt64LittleEndian(entry) != hash) break;
            var number = BinaryPrimitives.ReadInt32LittleEndian(entry[8..]);
            if (_names.TryFind((ulong)number, text) && name.SequenceEqual(TextAt(text))) return number;
        }

        return -1;
    }

    public bool TryFindKey(int stream, in RequestKey key, ulong hash, out KeyedAppend append)
    {
        append = default;
        if (Keys == 0 || !Filter(ref _keyFilter, IndexSection.KeyFilter).MayHold(hash)) return false;
        Span<byte> entry = stackalloc byte[KeyBytes];
        for (var at = _keys.IndexOf(hash); at < _keys.Count; at++)
        {
            _keys.Read(at, entry);
            if (BinaryPrimitives.ReadUInt64LittleEndian(entry) != hash) break;
            var (location, count) = KeyAt(entry);
            var segment = SegmentOf(location);
            using var bytes = RecordBytes.Read(segment, location.Offset);
            var record = bytes.Parse();
            if (record.StreamNumber != stream || record.Key != key) continue;
            append = new KeyedAppend(record.Version, count, record.Position + count - 1);
            return true;
        }

        return false;
    }

    public IEnumerable<(int Number, LayerStream Stream)> Streams()
    {
        var cursor = new SectionCursor(File, IndexSection.Streams);
        for (long i = 0; i < _streams.Count; i++)
        {
            var entry = cursor.Peek(StreamBytes * 2).Span;
            yield return (BinaryPrimitives.ReadInt32LittleEndian(entry), StreamAt(entry));
            cursor.Skip(StreamBytes);
        }
    }

    public IEnumerable<(int Number, long Version, Location Location)> Snapshots()
    {
        var cursor = new SectionCursor(File, IndexSection.Snapshots);
        for (long i = 0; i < _snapshots.Count; i++)
        {
            var entry = cursor.Peek(SnapshotBytes).Span;
            yield return (BinaryPrimitives.ReadInt32LittleEndian(entry), BinaryPrimitives.ReadInt64LittleEndian(entry[4..]), Location.FromPacked(BinaryPrimitives.ReadUInt64LittleEndian(entry[12..])));
            cursor.Skip(SnapshotBytes);
        }
    }

    public IEnumerable<(int Number, byte[] Name)> Names()
    {
        var cursor = new SectionCursor(File, IndexSection.Names);
        var texts = new SectionCursor(File, IndexSection.Texts);
        for (long i = 0; i < _names.Count; i++)
        {
            var entry = cursor.Peek(NameBytes * 2).Span;
            var (number, length) = (BinaryPrimitives.ReadInt32LittleEndian(entry), TextLength(entry));
            cursor.Skip(NameBytes);
            var name = texts.Peek(length).ToArray();
            texts.Skip(length);
            yield return (number, name);
        }
    }

    public IEnumerable<(ulong Hash, int Number)> NameHashes()
    {
        var cursor = new SectionCursor(File, IndexSection.NameHashes);
        for (long i = 0; i < _nameHashes.Count; i++)
        {
            var entry = cursor.Peek(NameHashBytes).Span;
            yield return (BinaryPrimitives.ReadUInt64LittleEndian(entry), BinaryPrimitives.ReadInt32LittleEndian(entry[8..]));
            cursor.Skip(NameHashBytes);
        }
    }

    public IEnumerable<(ulong Hash, Location Location, int Count)> KeyHashes()
    {
        var cursor = new SectionCursor(File, IndexSection.Keys);
        for (long i = 0; i < _keys.Count; i++)
        {
            var entry = cursor.Peek(KeyBytes).Span;
            var (location, count) = KeyAt(entry);
            yield return (BinaryPrimitives.ReadUInt64LittleEndian(entry), location, count);
            cursor.Skip(KeyBytes);
        }
    }

    private static (Location Location, int Count) KeyAt(ReadOnlySpan<byte> entry) =>
        (Location.FromPacked(BinaryPrimitives.ReadUInt64LittleEndian(entry[8..])), BinaryPrimitives.ReadInt32LittleEndian(entry[16..]));

    /// <summary>An entry, with the one after it, whose locations begin where this one's end.</summary>
    private static LayerStream StreamAt(ReadOnlySpan<byte> entry)
    {
        var start = BinaryPrimitives.ReadUInt64LittleEndian(entry[4..]);
        const ulong Flags = SnapshotFlag | DeletionFlag;
        var end = BinaryPrimitives.ReadUInt64LittleEndian(entry[(StreamBytes + 4)..]) & ~Flags;
        var first = start & ~Flags;
        return new LayerStream(BinaryPrimitives.ReadInt64LittleEndian(entry[12..]), (long)(end - first), (long)first, (start & SnapshotFlag) != 0, (start & DeletionFlag) != 0);
    }

    private static int TextLength(ReadOnlySpan<byte> entry) => (int)(BinaryPrimitives.ReadInt64LittleEndian(entry[(NameBytes + 4)..]) - BinaryPrimitives.ReadInt64LittleEndian(entry[4..]));

    private byte[] TextAt(ReadOnlySpan<byte> entry)
    {
        var length = TextLength(entry);
        if (length is < 0 or > LogRecord.TextBytesMax) throw new IndexDamagedException(File);
        var text = new byte[length];
        File.Read(IndexSection.Texts, BinaryPrimitives.ReadInt64LittleEndian(entry[4..]), text);
        return text;
    }

    private HashFilter Filter(ref HashFilter? filter, IndexSection section)
    {
        // Two threads may read it at once; either's will do.
        return Volatile.Read(ref filter) ?? (filter = new HashFilter(File.ReadAll<uint>(section)));
    }

    private Segment SegmentOf(in Location location)
    {
        var at = location.Segment - _segments[0].Header.Number;
        return at >= 0 && at < _segments.Length ? _segments[at] : throw new IndexDamagedException(File);
    }

    private Dictionary<string, long> ReadCheckpoints()
    {
        var checkpoints = new Dictionary<string, long>(StringComparer.Ordinal);
        var rest = File.ReadAll<byte>(IndexSection.Checkpoints).AsSpan();
        while (!rest.IsEmpty)
        {
            var length = BinaryPrimitives.ReadInt32LittleEndian(rest);
            checkpoints[Encoding.UTF8.GetString(rest.Slice(4, length))] = BinaryPrimitives.ReadInt64LittleEndian(rest[(4 + length)..]);
            rest = rest[(12 + length)..];
        }

        return checkpoints;
    }
}
