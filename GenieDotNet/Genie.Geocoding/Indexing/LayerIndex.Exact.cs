namespace Genie.Geocoding.Indexing;

public sealed unsafe partial class LayerIndex
{
    /// <summary>The area + 1 at a point, or 0, decided by the map's own doubles; for points beside a border.</summary>
    private uint FindExactly(double latitude, double longitude)
    {
        var rootColumn = CellOf(longitude, -180, Grid.RootDegrees, Grid.RootColumns);
        var rootRow = CellOf(latitude, -90, Grid.RootDegrees, Grid.RootRows);
        var entry = _root[(rootRow * Grid.RootColumns) + rootColumn];
        if ((entry & BlockWriter.IsBlock) == 0) return entry;
        var depth = (int)(entry >> BlockWriter.DepthShift) & 15;
        var (count, degrees) = (1 << depth, Grid.RootDegrees / (1 << depth));
        var (west, south) = ((rootColumn * Grid.RootDegrees) - 180, (rootRow * Grid.RootDegrees) - 90);
        var (column, row) = (CellOf(longitude, west, degrees, count), CellOf(latitude, south, degrees, count));
        entry = CellAt(entry, (row << depth) + column);
        if ((entry & BlockWriter.IsRecord) == 0) return entry;
        return FindExactly((long)(entry & ~BlockWriter.IsRecord) * RecordHeader.UnitBytes, west + (column * degrees), south + (row * degrees), latitude, longitude);
    }

    private uint FindExactly(long place, double west, double south, double latitude, double longitude)
    {
        while (true)
        {
            var header = RecordAt(place, out place);
            uint parts = header->Corner;
            for (var lane = 0; lane < header->Groups * LaneGroup.Lanes; lane++)
            {
                if (TryEdge(header, lane, out var edge) && edge.IsCrossedBetween(west, south, longitude, latitude)) parts ^= PartsOf(header, lane);
            }

            if (parts != 0) return AreaOfParts(header, parts);
            if (header->Continues == 0) return 0;
        }
    }

    // The exact edge of a record's lane; false where another lane names it.
    private bool TryEdge(RecordHeader* header, int lane, out Edge edge)
    {
        var reference = *(uint*)_references.At(sizeof(uint) * ((long)header->FirstReference + lane), sizeof(uint));
        var isNamed = reference != Lane.NoReference;
        edge = isNamed ? *(Edge*)_edges.At((long)reference * sizeof(Edge), sizeof(Edge)) : default;
        if (!edge.IsOnMap) ThrowOutside();
        return isNamed;
    }

    private static uint PartsOf(RecordHeader* header, int lane) =>
        ((LaneGroup*)((byte*)header + RecordHeader.SizeWith(header->Parts)))[lane / LaneGroup.Lanes].Parts[lane % LaneGroup.Lanes];

    // The cell by division, then by comparing with its sides, which are exact.
    private static int CellOf(double place, double start, double degrees, int count)
    {
        var cell = Math.Clamp((int)((place - start) / degrees), 0, count - 1);
        while (cell > 0 && place < start + (cell * degrees)) cell--;
        while (cell < count - 1 && place >= start + ((cell + 1) * degrees)) cell++;
        return cell;
    }
}
