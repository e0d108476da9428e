namespace Genie.Geocoding.Indexing;

public sealed unsafe partial class LayerIndex
{
    /// <summary>
    /// The number of the area whose border is nearest to a point that lies in none, or -1 if none is within the radius. Of several
    /// at one border the smallest code answers.
    /// </summary>
    /// <param name="latitude">-90 to less than 90.</param>
    /// <param name="longitude">-180 to less than 180.</param>
    /// <param name="metres">The radius; becomes the distance of the area found.</param>
    internal int FindNearest(double latitude, double longitude, ref double metres)
    {
        var nearest = new NearestEdge(latitude, longitude, metres);
        var (south, north) = (latitude - nearest.LatitudeSpan, latitude + nearest.LatitudeSpan);
        var (west, east) = (longitude - nearest.LongitudeSpan, longitude + nearest.LongitudeSpan);
        Search(ref nearest, west, south, east, north, 0);
        if (west < -180) Search(ref nearest, west + 360, south, 180, north, -360);
        if (east > 180) Search(ref nearest, -180, south, east - 360, north, 360);
        GC.KeepAlive(this);
        if (nearest.Area != 0) metres = nearest.Metres;
        return AreaOf(nearest.Area);
    }

    // All cells that a box touches; shift is what their longitudes lie off those of the point.
    private void Search(ref NearestEdge nearest, double west, double south, double east, double north, double shift)
    {
        var (firstRow, lastRow) = (CellOf(south, -90, Grid.RootDegrees, Grid.RootRows), CellOf(north, -90, Grid.RootDegrees, Grid.RootRows));
        var (firstColumn, lastColumn) = (CellOf(west, -180, Grid.RootDegrees, Grid.RootColumns), CellOf(east, -180, Grid.RootDegrees, Grid.RootColumns));
        for (var rootRow = firstRow; rootRow <= lastRow; rootRow++)
        {
            for (var rootColumn = firstColumn; rootColumn <= lastColumn; rootColumn++)
            {
                var entry = _root[(rootRow * Grid.RootColumns) + rootColumn];
                if ((entry & BlockWriter.IsBlock) == 0) continue;
                var depth = (int)(entry >> BlockWriter.DepthShift) & 15;
                var (count, degrees) = (1 << depth, Grid.RootDegrees / (1 << depth));
                var (rootWest, rootSouth) = ((rootColumn * Grid.RootDegrees) - 180, (rootRow * Grid.RootDegrees) - 90);
                var (top, right) = (CellOf(north, rootSouth, degrees, count), CellOf(east, rootWest, degrees, count));
                for (var row = CellOf(south, rootSouth, degrees, count); row <= top; row++)
                {
                    for (var column = CellOf(west, rootWest, degrees, count); column <= right; column++)
                    {
                        var cell = CellAt(entry, (row << depth) + column);
                        if ((cell & BlockWriter.IsRecord) != 0) SearchRecord(ref nearest, cell & ~BlockWriter.IsRecord, shift);
                    }
                }
            }
        }
    }

    private void SearchRecord(ref NearestEdge nearest, uint number, double shift)
    {
        var place = (long)number * RecordHeader.UnitBytes;
        while (true)
        {
            var header = RecordAt(place, out place);
            for (var lane = 0; lane < header->Groups * LaneGroup.Lanes; lane++)
            {
                if (!TryEdge(header, lane, out var edge)) continue;
                var parts = PartsOf(header, lane);
                if (parts != 0) nearest.Take(edge, shift, AreaOfParts(header, parts));
            }

            if (header->Continues == 0) return;
        }
    }
}
