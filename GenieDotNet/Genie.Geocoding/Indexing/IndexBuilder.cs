using System.Runtime.InteropServices;
using Genie.Geocoding.Maps;

namespace Genie.Geocoding.Indexing;

/// <summary>Builds the index of a layer; see docs/geocoding.md for the whole picture.</summary>
public static class IndexBuilder
{
    private const int Alignment = 64;

    /// <summary>Writes a layer's index.</summary>
    /// <param name="layer">The layer.</param>
    /// <param name="source">32 bytes that identify what it was built from; see <see cref="LayerIndex.Source"/>.</param>
    /// <param name="target">Seekable; the index begins at its start.</param>
    /// <exception cref="MapFormatException">The map cannot be indexed; the message says why.</exception>
    public static void Build(MapLayer layer, ReadOnlySpan<byte> source, Stream target)
    {
        ArgumentNullException.ThrowIfNull(layer);
        ArgumentNullException.ThrowIfNull(target);
        // OrderBy is stable: areas with one code keep the order of the file.
        var areas = layer.Areas.OrderBy(area => area.Code, StringComparer.Ordinal).ToArray();
        var edges = new EdgeSet();
        for (var i = 0; i < areas.Length; i++) edges.Add(i, areas[i]);
        var buffers = new IndexBuffers();
        Fill(edges, buffers);
        Write(new AreaTable(layer.Name, areas), edges, buffers, source, target);
    }

    private static void Fill(EdgeSet edges, IndexBuffers buffers)
    {
        var cells = new RootCells(edges);
        var blocks = new BlockWriter(edges, buffers);
        for (var cell = 0; cell < buffers.Root.Length; cell++)
        {
            var west = (cell % Grid.RootColumns * Grid.RootDegrees) - 180;
            var south = (cell / Grid.RootColumns * Grid.RootDegrees) - 90;
            buffers.Root[cell] = cells.EdgesIn(cell) is { } touching
                ? blocks.Write(touching, cells.CornerOf(cell), west, south)
                : blocks.AreaOf(cells.CornerOf(cell));
        }
    }

    private static void Write(AreaTable areas, EdgeSet edges, IndexBuffers buffers, ReadOnlySpan<byte> source, Stream target)
    {
        var exact = new Edge[edges.Count];
        for (var i = 0; i < exact.Length; i++) exact[i] = edges[i];
        using var body = new MemoryStream();
        var places = new (long, long)[Enum.GetValues<Section>().Length];
        Append(body, places, Section.Root, MemoryMarshal.AsBytes(buffers.Root.AsSpan()));
        Append(body, places, Section.Cells, MemoryMarshal.AsBytes(CollectionsMarshal.AsSpan(buffers.Cells)));
        Append(body, places, Section.Records, MemoryMarshal.AsBytes(CollectionsMarshal.AsSpan(buffers.Records)));
        Append(body, places, Section.References, MemoryMarshal.AsBytes(CollectionsMarshal.AsSpan(buffers.References)));
        Append(body, places, Section.Edges, MemoryMarshal.AsBytes(exact.AsSpan()));
        Append(body, places, Section.Areas, areas.Entries);
        Append(body, places, Section.Text, areas.Text);
        var bytes = body.GetBuffer().AsSpan(0, (int)body.Length);
        target.Write(IndexHeader.For(source, places, IndexHeader.Size + bytes.Length, Checksum.Of(bytes)).Bytes);
        target.Write(bytes);
    }

    private static void Append(MemoryStream body, (long Place, long Length)[] places, Section section, ReadOnlySpan<byte> bytes)
    {
        places[(int)section] = (IndexHeader.Size + body.Position, bytes.Length);
        body.Write(bytes);
        var padding = (int)(-body.Position & (Alignment - 1));
        body.Write(new byte[padding]);
    }
}
