using NetTopologySuite.Geometries;
using NetTopologySuite.IO;

namespace Genie.Geocoding.Maps.Import;

/// <summary>Makes features of rows whose geometry NetTopologySuite reads.</summary>
internal static class GeometryFeature
{
    /// <summary>A row without a geometry.</summary>
    public static MapFeature Missing(long row, FeatureFields fields) => MapFeature.Bad(row, "it has no geometry", fields);

    /// <summary>A row's feature; one with a problem where the geometry cannot be read or is no polygon.</summary>
    public static MapFeature Read(long row, FeatureFields fields, Func<Geometry> parse)
    {
        try
        {
            var geometry = parse();
            ReferenceSystem.Check(geometry.SRID);
            var polygons = new List<MapPolygon>();
            return Collect(geometry, polygons)
                ? new MapFeature(row, fields, polygons)
                : MapFeature.Bad(row, $"its geometry is a '{geometry.GeometryType}', not a polygon", fields);
        }
        catch (Exception exception) when (exception is ParseException or FormatException or ArgumentException or IOException or InvalidOperationException or OverflowException or IndexOutOfRangeException)
        {
            return MapFeature.Bad(row, $"its geometry cannot be read: {exception.Message}", fields);
        }
    }

    private static bool Collect(Geometry geometry, List<MapPolygon> polygons)
    {
        switch (geometry)
        {
            case Polygon polygon:
                if (!polygon.IsEmpty) polygons.Add(PolygonGeometry.ToMap(polygon));
                return true;
            case GeometryCollection collection:
                foreach (var member in collection.Geometries) Collect(member, polygons);
                return polygons.Count > 0;
            default:
                return false;
        }
    }
}
