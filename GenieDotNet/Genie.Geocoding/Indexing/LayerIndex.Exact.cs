using System.Numerics;

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
        entry = _cells[(entry & ((1u << BlockWriter.DepthShift) - 1)) + (uint)((row << depth) + column)];
        if ((entry & BlockWriter.IsRecord) == 0) return entry;
        return FindExactly(_records + ((long)(entry & ~BlockWriter.IsRecord) * RecordHeader.UnitBytes), west + (column * degrees), south + (row * degrees), latitude, longitude);
    }

    private uint FindExactly(byte* record, double west, double south, double latitude, double longitude)
    {
        while (true)
        {
            var header = (RecordHeader*)record;
            var groups = (LaneGroup*)(record + RecordHeader.SizeWith(header->Parts));
            uint parts = header->Corner;
            for (var lane = 0; lane < header->Groups * LaneGroup.Lanes; lane++)
            {
                var reference = _references[header->FirstReference + (uint)lane];
                if (reference != Lane.NoReference && _edges[reference].IsCrossedBetween(west, south, longitude, latitude))
                    parts ^= groups[lane / LaneGroup.Lanes].Parts[lane % LaneGroup.Lanes];
            }

            if (parts != 0) return ((uint*)(record + RecordHeader.Size))[BitOperations.TrailingZeroCount(parts)];
            if (header->Continues == 0) return 0;
            record = (byte*)(groups + header->Groups);
        }
    }

    // The cell by division, then by comparing with its sides, which are exact.
    private static int CellOf(double place, double start, double degrees, int count)
    {
        var cell = Math.Clamp((int)((place - start) / degrees), 0, count - 1);
        while (cell > 0 && place < start + (cell * degrees)) cell--;
        while (cell < count - 1 && place >= start + ((cell + 1) * degrees)) cell++;
        return cell;
    }
}
