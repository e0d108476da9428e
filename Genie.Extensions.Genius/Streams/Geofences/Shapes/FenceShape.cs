using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Streams.Geofences.Shapes;

/// <summary>A fence's outline, to measure how far a place is from its border and where a way goes through it.</summary>
internal abstract class FenceShape
{
    /// <summary>A box of coordinates around it, whose longitudes may lie outside of -180 to 180.</summary>
    public abstract GeoBox Box { get; }

    /// <summary>The outlines of a condition that is a region, or any of several; none where one of them has no outline here.</summary>
    public static IReadOnlyList<FenceShape> Of(Condition condition) => condition switch
    {
        InRegion { Region: CircleRegion circle } => [new CircleFence(circle)],
        InRegion { Region: PolygonRegion polygon } => [new PolygonFence(polygon)],
        InRegion { Region: CellRegion cell } => [new PolygonFence(RingOf(Geohash.Parse(cell.Geohash).Bounds))],
        AnyOf any => Of(any),
        _ => [],
    };

    /// <summary>How far a valid place is from the border, in metres; negative: it is inside.</summary>
    public abstract double MetresTo(GeoPoint place);

    /// <summary>The parts of a way between which it is in the shape; null: it is not, or it begins or ends inside.</summary>
    public abstract (double From, double To)? Cross(in FencePath path);

    private static IReadOnlyList<FenceShape> Of(AnyOf any)
    {
        var shapes = any.Conditions.Select(Of).ToList();
        return shapes.Exists(each => each.Count == 0) ? [] : [.. shapes.SelectMany(each => each)];
    }

    private static PolygonRegion RingOf(GeoBox box) =>
        new([[new(box.South, box.West), new(box.South, box.East), new(box.North, box.East), new(box.North, box.West)]]);
}
