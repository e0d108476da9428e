using Genie.Extensions.Genius.Regions;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Streams.Geofences.Shapes;

/// <summary>A polygon, whose edges are straight in latitude and longitude.</summary>
internal sealed class PolygonFence(PolygonRegion polygon) : FenceShape
{
    private readonly PolygonShape _shape = new(polygon);

    public override GeoBox Box => _shape.Box;

    public override double MetresTo(GeoPoint place)
    {
        var near = OnTurnOf(place);
        var plane = new LocalPlane(near);
        var squared = double.PositiveInfinity;
        foreach (ref readonly var edge in _shape.Edges)
            squared = Math.Min(squared, SquaredFromOrigin(plane.At(edge.South, edge.SouthLongitude), plane.At(edge.North, edge.NorthLongitude)));
        return _shape.Contains(Position.Of(place)) ? -Math.Sqrt(squared) : Math.Sqrt(squared);
    }

    public override (double From, double To)? Cross(in FencePath path)
    {
        if (_shape.Contains(Position.Of(path.From)) || _shape.Contains(Position.Of(path.To))) return null;
        var (first, last) = (double.PositiveInfinity, double.NegativeInfinity);
        var from = OnTurnOf(path.From);
        var (width, height) = (path.To.Longitude - path.From.Longitude, path.To.Latitude - path.From.Latitude);
        foreach (ref readonly var edge in _shape.Edges)
        {
            var (edgeWidth, edgeHeight) = (edge.NorthLongitude - edge.SouthLongitude, edge.North - edge.South);
            var determinant = (width * edgeHeight) - (height * edgeWidth);
            if (determinant == 0) continue;
            var (x, y) = (edge.SouthLongitude - from.Longitude, edge.South - from.Latitude);
            var (onPath, onEdge) = (((x * edgeHeight) - (y * edgeWidth)) / determinant, ((x * height) - (y * width)) / determinant);
            if (onPath is not (>= 0 and <= 1) || onEdge is not (>= 0 and <= 1)) continue;
            (first, last) = (Math.Min(first, onPath), Math.Max(last, onPath));
        }

        // At one corner only it touches the polygon, without being in it.
        return last > first ? (first, last) : null;
    }

    private GeoPoint OnTurnOf(GeoPoint place) => place with { Longitude = place.Longitude + (360 * Math.Round((((Box.West + Box.East) / 2) - place.Longitude) / 360)) };

    private static double SquaredFromOrigin((double X, double Y) one, (double X, double Y) other)
    {
        var (x, y) = (other.X - one.X, other.Y - one.Y);
        var length = (x * x) + (y * y);
        var along = length > 0 ? Math.Clamp(-((one.X * x) + (one.Y * y)) / length, 0, 1) : 0;
        var (nearX, nearY) = (one.X + (along * x), one.Y + (along * y));
        return (nearX * nearX) + (nearY * nearY);
    }
}
