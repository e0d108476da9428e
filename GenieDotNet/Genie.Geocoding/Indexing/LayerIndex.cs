using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

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
    private readonly SectionBytes _cells;
    private readonly SectionBytes _records;
    private readonly SectionBytes _references;
    private readonly SectionBytes _edges;
    private readonly Area[] _areas;

    private LayerIndex(IndexMemory memory, IndexHeader header)
    {
        (_memory, _header) = (memory, header);
        memory.Check(header.Place(Section.Root).Place, Grid.RootCells * sizeof(uint));
        _root = (uint*)(memory.Start + header.Place(Section.Root).Place);
        _cells = new SectionBytes(memory, header, Section.Cells);
        _records = new SectionBytes(memory, header, Section.Records);
        _references = new SectionBytes(memory, header, Section.References);
        _edges = new SectionBytes(memory, header, Section.Edges);
        Areas = new AreaTableReader(memory, header).Read();
        _areas = [.. Areas.Select(area => area.Area)];
        ShapedAreas = Areas.Count == 0 ? 0 : Areas.Count(area => area.Area.Layer == Areas[0].Area.Layer);
    }

    /// <summary>The areas with a geometry, in the order of their codes, as look-ups number them; then those around them.</summary>
    internal IReadOnlyList<IndexedArea> Areas { get; }

    /// <summary>How many of <see cref="Areas"/> have a geometry.</summary>
    internal int ShapedAreas { get; }

    /// <summary>All borders, each once. Valid while this object is referred to.</summary>
    /// <exception cref="IndexFormatException">The file is damaged there.</exception>
    internal ReadOnlySpan<Edge> Borders => _edges.AsSpan<Edge>();

    /// <summary>True if damage was found in this index, not in another one of the same file.</summary>
    internal bool HasDamage(IndexFormatException damage) => damage.Origin == _memory;

    /// <summary>What the index was built from: the 32 bytes given to the builder.</summary>
    public ReadOnlySpan<byte> Source => _header.Source;

    /// <summary>The index's size in bytes.</summary>
    public long LengthBytes => _memory.Length;

    /// <summary>True if it is a mapped file, whose pages all processes share.</summary>
    public bool IsMapped => _memory.IsMapped;

    /// <summary>
    /// Opens an index file. That reads the header and the areas' names; the rest is read and checked in pages of 64 KB, at their
    /// first touch, and kept: what is done to the file meanwhile ends no process.
    /// </summary>
    /// <exception cref="IndexFormatException">It is foreign, torn, or of another version. A look-up, too, throws it where it finds damage.</exception>
    public static LayerIndex Open(string path) => Open(IndexMemory.Open(path), path);

    /// <summary>Maps a file that nobody but this library writes, and that never in place. Its pages, too, are checked at their first touch.</summary>
    /// <inheritdoc cref="Open(string)"/>
    internal static LayerIndex Map(string path) => Open(IndexMemory.Map(path), path);

    /// <summary>Takes an index from memory; all of it is checked.</summary>
    /// <exception cref="IndexFormatException">It is foreign, torn, damaged, or of another version.</exception>
    public static LayerIndex Load(ReadOnlySpan<byte> bytes)
    {
        var index = Open(IndexMemory.Copy(bytes), null);
        index.CheckAll();
        return index;
    }

    /// <summary>The area at a point, or null where there is none or no such place.</summary>
    public Area? AreaAt(GeoPoint point)
    {
        if (!Coordinates.TryNormalise(point, out var latitude, out var longitude)) return null;
        var area = Find(latitude, longitude);
        return area < 0 ? null : _areas[area];
    }

    private static LayerIndex Open(IndexMemory memory, string? path)
    {
        var header = IndexHeader.Read(memory.ReadUnchecked(0, (int)Math.Min(memory.Length, IndexHeader.Size)), memory.Length, path);
        var (place, length) = header.Place(Section.Checksums);
        var pages = ((header.PagesEnd - 1) >> IndexMemory.PageShift) + 1;
        if (header.PagesEnd < IndexHeader.Size + (Grid.RootCells * sizeof(uint)) || length != pages * sizeof(ulong)) throw memory.Damaged("its table of checksums has another length than it should");
        var table = memory.ReadUnchecked(place, (int)length);
        if (Checksum.Of(table) != header.TableChecksum) throw memory.Damaged("its table of checksums is damaged");
        if (header.Place(Section.Root).Length != Grid.RootCells * sizeof(uint)) throw memory.Damaged("its grid has another size");
        memory.Expect(MemoryMarshal.Cast<byte, ulong>(table).ToArray(), header.PagesEnd);
        return new LayerIndex(memory, header);
    }

    private void CheckAll() => _memory.Check(IndexHeader.Size, _header.PagesEnd - IndexHeader.Size);

    // What the numbers of a file say is not believed: neither that they lie within their section nor that there is such an area.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int AreaOf(uint entry)
    {
        if (entry > (uint)ShapedAreas) ThrowOutside();
        return (int)entry - 1;
    }

    private void ThrowOutside() => throw _memory.Damaged("its numbers contradict one another");
}
