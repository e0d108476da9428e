using Genie.Extensions.Genius.Regions;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Streams.Geofences.Shapes;

/// <summary>A circle on the sphere.</summary>
internal sealed class CircleFence(CircleRegion circle) : FenceShape
{
    private readonly CircleShape _shape = new(circle);
    private readonly UnitVector _centre = UnitVector.Of(circle.Centre.Latitude, circle.Centre.Longitude);

    public override GeoBox Box => _shape.Box;

    public override double MetresTo(GeoPoint place) => CircleShape.MetresOf(_centre.ChordSquaredTo(UnitVector.Of(place.Latitude, place.Longitude))) - circle.RadiusMetres;

    public override (double From, double To)? Cross(in FencePath path)
    {
        if (MetresTo(path.From) <= 0 || MetresTo(path.To) <= 0) return null;
        var centre = circle.Centre with { Longitude = circle.Centre.Longitude + (360 * Math.Round((path.From.Longitude - circle.Centre.Longitude) / 360)) };
        var plane = new LocalPlane(centre);
        var (fromX, fromY) = plane.At(path.From.Latitude, path.From.Longitude);
        var (toX, toY) = plane.At(path.To.Latitude, path.To.Longitude);
        var (x, y) = (toX - fromX, toY - fromY);

        // |from + t (to - from)| = radius, for t.
        var (a, half, c) = ((x * x) + (y * y), (fromX * x) + (fromY * y), (fromX * fromX) + (fromY * fromY) - (circle.RadiusMetres * circle.RadiusMetres));
        var discriminant = (half * half) - (a * c);
        if (!(discriminant > 0)) return null;
        var root = Math.Sqrt(discriminant);
        var (first, last) = ((-half - root) / a, (-half + root) / a);
        return first >= 0 && last <= 1 ? (first, last) : null;
    }
}
