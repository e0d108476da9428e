namespace Genie.Geocoding.Indexing;

/// <summary>One lane before rounding: places are in half cells from the cell's middle.</summary>
/// <param name="NormalEast">East part of the normal; the absolute values of both parts add up to 1.</param>
/// <param name="NormalNorth">North part.</param>
/// <param name="Constant">Positive on the east side together with normal * place.</param>
/// <param name="South">Where the lane begins.</param>
/// <param name="North">Where it ends.</param>
/// <param name="Reference">The number of the exact edge, or <see cref="NoReference"/>.</param>
/// <param name="Parts">The parts that are toggled.</param>
internal readonly record struct Lane(double NormalEast, double NormalNorth, double Constant, double South, double North, uint Reference, ushort Parts)
{
    /// <summary>The exact edge is named by another lane of the cell.</summary>
    public const uint NoReference = uint.MaxValue;

    /// <summary>
    /// The lanes of an edge in a cell. A point's parts are those of the corner, toggled by the edges that the way from the
    /// corner north along the cell's western side and then east to the point crosses. So an edge counts by its piece within
    /// the cell's longitudes, from its line east; and where it crosses the western side, from there north, everywhere.
    /// Lanes without parts toggle nothing: they send the points beside them to the exact test.
    /// </summary>
    public static void Add(List<Lane> lanes, Edge edge, uint reference, ushort parts, double west, double south, double degrees)
    {
        var half = degrees / 2;
        double U(double x) => (x - west - half) / half;
        double V(double y) => (y - south - half) / half;
        var (south1, north1) = (V(edge.LowY), V(edge.HighY));
        if (edge.Straddles(west))
        {
            var crossing = V(edge.LowY + ((west - edge.LowX) / (edge.HighX - edge.LowX) * (edge.HighY - edge.LowY)));
            if (crossing < 1.01 && !edge.HasBelow(west, south))
            {
                lanes.Add(new Lane(0, 0, 1, crossing, 2, reference, parts));
                reference = NoReference;
            }

            if (edge.LowX <= west) south1 = crossing;
            else north1 = crossing;
        }
        else if (edge.LowX <= west)
        {
            // Crossed by no way within the cell. But a point may be west of it that rounding has put into this cell.
            (reference, parts) = (NoReference, 0);
        }

        if (edge.IsHorizontal)
        {
            // Toggles nothing: it spans no latitude. But whoever looks for the nearest border finds it.
            lanes.Add(new Lane(0, 0, 0, south1, south1, reference, parts));
            return;
        }

        var (eastward, northward) = (edge.HighX - edge.LowX, edge.HighY - edge.LowY);
        var scale = Math.Abs(eastward) + northward;
        var (a, b) = (northward / scale, -eastward / scale);
        lanes.Add(new Lane(a, b, -(a * U(edge.LowX)) - (b * V(edge.LowY)), south1, north1, reference, parts));
    }
}
