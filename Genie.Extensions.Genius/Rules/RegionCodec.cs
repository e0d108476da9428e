using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Regions;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Rules;

/// <summary>Between regions and their protobuf message.</summary>
internal static class RegionCodec
{
    public static RuleRegion ToMessage(RegionCondition region) => region switch
    {
        AreaRegion area => new RuleRegion { Area = new RuleArea { Layer = (RuleArea.Types.Layer)area.Layer, Code = area.Code } },
        PolygonRegion polygon => new RuleRegion { Polygon = new RulePolygon { Rings = { polygon.Rings.Select(ToMessage) } } },
        CircleRegion circle => new RuleRegion { Circle = new RuleCircle { Latitude = circle.Centre.Latitude, Longitude = circle.Centre.Longitude, RadiusMetres = circle.RadiusMetres } },
        CellRegion cell => new RuleRegion { Geohash = cell.Geohash },
        _ => throw new InvalidOperationException($"{region.GetType().Name} has no message."),
    };

    public static RegionCondition FromMessage(RuleRegion message) => message.RegionCase switch
    {
        RuleRegion.RegionOneofCase.Area when Enum.IsDefined((AreaLayer)message.Area.Layer) => new AreaRegion((AreaLayer)message.Area.Layer, message.Area.Code),
        RuleRegion.RegionOneofCase.Polygon => new PolygonRegion([.. message.Polygon.Rings.Select(FromMessage)]),
        RuleRegion.RegionOneofCase.Circle => new CircleRegion(new GeoPoint(message.Circle.Latitude, message.Circle.Longitude), message.Circle.RadiusMetres),
        RuleRegion.RegionOneofCase.Geohash => new CellRegion(message.Geohash),
        _ => throw new MalformedRuleException("A region without content, or of a kind that this version does not know."),
    };

    private static RuleRing ToMessage(IReadOnlyList<GeoPoint> ring)
    {
        var message = new RuleRing();
        foreach (var point in ring) message.Coordinates.Add([point.Latitude, point.Longitude]);
        return message;
    }

    private static GeoPoint[] FromMessage(RuleRing message)
    {
        var coordinates = message.Coordinates;
        if (coordinates.Count % 2 != 0) throw new MalformedRuleException($"A ring of {coordinates.Count} coordinates: latitude and longitude alternate.");
        return [.. Enumerable.Range(0, coordinates.Count / 2).Select(i => new GeoPoint(coordinates[2 * i], coordinates[(2 * i) + 1]))];
    }
}
