using System.Runtime.InteropServices;
using System.Text;

namespace Genie.Geocoding.Indexing;

/// <summary>
/// The index of one layer: which area a point lies in, without a lock and without an allocation. A point on a border counts
/// as moved east by nothing (and north by less than that), so that of two neighbours exactly one has it; where areas of
/// the map overlap, the one with the smallest code answers.
/// </summary>
public sealed unsafe partial class LayerIndex
{
    private readonly IndexMemory _memory;
    private readonly IndexHeader _header;
    private readonly uint* _root;
    private readonly uint* _cells;
    private readonly byte* _records;
    private readonly uint* _references;
    private readonly Edge* _edges;
    private readonly Area[] _areas;

    private LayerIndex(IndexMemory memory, IndexHeader header)
    {
        (_memory, _header) = (memory, header);
        _root = (uint*)Start(Section.Root);
        _cells = (uint*)Start(Section.Cells);
        _records = Start(Section.Records);
        _references = (uint*)Start(Section.References);
        _edges = (Edge*)Start(Section.Edges);
        Areas = ReadAreas();
        _areas = [.. Areas.Select(area => area.Area)];
    }

    /// <summary>The areas with a geometry, in the order of their codes, as look-ups number them; then those around them.</summary>
    internal IReadOnlyList<IndexedArea> Areas { get; }

    /// <summary>How many of <see cref="Areas"/> have a geometry.</summary>
    internal int ShapedAreas => Areas.Count == 0 ? 0 : Areas.Count(area => area.Area.Layer == Areas[0].Area.Layer);

    /// <summary>All borders, each once. Valid while this object is referred to.</summary>
    internal ReadOnlySpan<Edge> Borders => new(_edges, (int)(_header.Place(Section.Edges).Length / sizeof(Edge)));

    /// <summary>What the index was built from: the 32 bytes given to the builder.</summary>
    public ReadOnlySpan<byte> Source => _header.Source;

    /// <summary>The index's size in bytes.</summary>
    public long LengthBytes => _memory.Length;

    /// <summary>True if it is a mapped file, whose pages all processes share.</summary>
    public bool IsMapped => _memory.IsMapped;

    /// <summary>Maps an index file.</summary>
    /// <exception cref="IndexFormatException">It is foreign, torn, or of another version.</exception>
    public static LayerIndex Open(string path) => Open(IndexMemory.Map(path));

    /// <summary>Takes an index from memory.</summary>
    /// <exception cref="IndexFormatException">It is foreign, torn, or of another version.</exception>
    public static LayerIndex Load(ReadOnlySpan<byte> bytes) => Open(IndexMemory.Copy(bytes));

    /// <summary>The area at a point, or null where there is none or no such place.</summary>
    public Area? AreaAt(GeoPoint point)
    {
        if (!Coordinates.TryNormalise(point, out var latitude, out var longitude)) return null;
        var area = Find(latitude, longitude);
        return area < 0 ? null : _areas[area];
    }

    private static LayerIndex Open(IndexMemory memory)
    {
        var header = IndexHeader.Read(new ReadOnlySpan<byte>(memory.Start, (int)Math.Min(memory.Length, IndexHeader.Size)), memory.Length);
        if (ChecksumOfBody(memory) != header.BodyChecksum) throw new IndexFormatException("its content is damaged");
        return new LayerIndex(memory, header);
    }

    private static ulong ChecksumOfBody(IndexMemory memory)
    {
        // A span has less than 2 GB.
        const int PieceBytes = 1 << 30;
        var checksum = new Checksum();
        for (long place = IndexHeader.Size; place < memory.Length; place += PieceBytes)
            checksum.Add(new ReadOnlySpan<byte>(memory.Start + place, (int)Math.Min(PieceBytes, memory.Length - place)));
        return checksum.Value;
    }

    private byte* Start(Section section) => _memory.Start + _header.Place(section).Place;

    private IndexedArea[] ReadAreas()
    {
        var entries = new ReadOnlySpan<AreaEntry>(Start(Section.Areas), (int)(_header.Place(Section.Areas).Length / sizeof(AreaEntry)));
        var areas = new IndexedArea[entries.Length];
        var texts = new Dictionary<uint, string>();
        for (var i = 0; i < entries.Length; i++)
            areas[i] = new IndexedArea(new Area(Text(entries[i].Layer, texts), Text(entries[i].Code, texts), Text(entries[i].Name, texts), Text(entries[i].ParentCode, texts)), entries[i].Parent);
        return areas;
    }

    private string Text(uint place, Dictionary<uint, string> known)
    {
        ref var text = ref CollectionsMarshal.GetValueRefOrAddDefault(known, place, out _);
        var start = Start(Section.Text) + place;
        return text ??= Encoding.UTF8.GetString(start + 2, start[0] | (start[1] << 8));
    }
}
