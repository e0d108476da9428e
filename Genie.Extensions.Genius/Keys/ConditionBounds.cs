using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;

namespace Genie.Extensions.Genius.Keys;

/// <summary>What a condition says of places, before it is tried.</summary>
internal static class ConditionBounds
{
    /// <summary>A box outside of which no event meets the condition; null: there may be some anywhere.</summary>
    /// <exception cref="InvalidRegionException">A region is none.</exception>
    public static GeoBox? BoxOf(Condition? condition) => condition switch
    {
        InRegion { Region: CircleRegion circle } => new CircleShape(circle).Box,
        InRegion { Region: PolygonRegion polygon } => new PolygonShape(polygon).Box,
        InRegion { Region: CellRegion cell } => Geohash.Parse(cell.Geohash).Bounds,
        AllOf all => all.Conditions.Select(BoxOf).Where(static box => box is not null).OrderBy(static box => AreaOf(box!.Value)).FirstOrDefault(),
        _ => null,
    };

    /// <summary>True if it asks for areas of the map, which the geocoder must find.</summary>
    public static bool NeedsAreas(Condition? condition) => condition switch
    {
        InRegion { Region: AreaRegion } => true,
        AllOf all => all.Conditions.Any(NeedsAreas),
        AnyOf any => any.Conditions.Any(NeedsAreas),
        Not not => NeedsAreas(not.Inner),
        _ => false,
    };

    private static double AreaOf(in GeoBox box) => (box.North - box.South) * (box.East - box.West);
}
