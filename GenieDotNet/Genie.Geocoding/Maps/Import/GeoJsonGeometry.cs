using System.Text.Json;

namespace Genie.Geocoding.Maps.Import;

/// <summary>Reads the polygons of a GeoJSON geometry (RFC 7946, sections 3.1.6 to 3.1.8) without building a document of it.</summary>
internal static class GeoJsonGeometry
{
    /// <summary>Reads a geometry at whose first token the reader stands; leaves it at the last one.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="polygons">Gets the polygons.</param>
    /// <returns>What is wrong with the geometry, or null.</returns>
    /// <exception cref="FormatException">The coordinates are nested otherwise than the type says.</exception>
    public static string? Read(ref Utf8JsonReader reader, List<MapPolygon> polygons)
    {
        if (reader.TokenType == JsonTokenType.Null) return "it has no geometry";
        if (reader.TokenType != JsonTokenType.StartObject) return "its geometry is no object";
        var type = "";
        string? problem = null;

        // The type may stand behind the coordinates.
        Utf8JsonReader coordinates = default;
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            var (isType, isCoordinates, isGeometries) = (reader.ValueTextEquals("type"u8), reader.ValueTextEquals("coordinates"u8), reader.ValueTextEquals("geometries"u8));
            var isSystem = reader.ValueTextEquals("crs"u8);
            reader.Read();
            if (isSystem) ReferenceSystem.Check(ref reader);
            else if (isType && reader.TokenType == JsonTokenType.String) type = reader.GetString()!;
            else if (isGeometries && reader.TokenType == JsonTokenType.StartArray) problem = ReadMembers(ref reader, polygons);
            else if (isCoordinates) coordinates = reader;
            reader.Skip();
        }

        switch (type)
        {
            case "GeometryCollection":
                return problem;
            case "Polygon" when coordinates.TokenType == JsonTokenType.StartArray:
                polygons.Add(ReadPolygon(ref coordinates));
                return null;
            case "MultiPolygon" when coordinates.TokenType == JsonTokenType.StartArray:
                while (ReadsArray(ref coordinates)) polygons.Add(ReadPolygon(ref coordinates));
                return null;
            default:
                return type is "Polygon" or "MultiPolygon" ? "its geometry has no coordinates" : $"its geometry is a '{type}', not a polygon";
        }
    }

    private static string? ReadMembers(ref Utf8JsonReader reader, List<MapPolygon> polygons)
    {
        string? problem = null;
        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray) problem = Read(ref reader, polygons) ?? problem;
        return polygons.Count > 0 ? null : problem ?? "its geometry is empty";
    }

    private static MapPolygon ReadPolygon(ref Utf8JsonReader reader)
    {
        var rings = new List<double[]>();
        while (ReadsArray(ref reader)) rings.Add(ReadRing(ref reader));
        return new MapPolygon(rings);
    }

    private static double[] ReadRing(ref Utf8JsonReader reader)
    {
        var places = new List<double>();
        while (ReadsArray(ref reader))
        {
            places.Add(ReadNumber(ref reader));
            places.Add(ReadNumber(ref reader));

            // Altitudes and whatever else stands there.
            while (reader.Read() && reader.TokenType != JsonTokenType.EndArray) reader.Skip();
        }

        return [.. places];
    }

    // True at the beginning of the next array, false at the end of the one around it.
    private static bool ReadsArray(ref Utf8JsonReader reader)
    {
        reader.Read();
        return reader.TokenType switch
        {
            JsonTokenType.StartArray => true,
            JsonTokenType.EndArray => false,
            _ => throw new FormatException($"its coordinates have a {reader.TokenType} where an array should be"),
        };
    }

    private static double ReadNumber(ref Utf8JsonReader reader)
    {
        reader.Read();
        return reader.TokenType == JsonTokenType.Number ? reader.GetDouble() : throw new FormatException($"its coordinates have a {reader.TokenType} where a number should be");
    }
}
