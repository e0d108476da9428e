using System.Text.Json;
using Genie.Geocoding.Maps;

namespace Genie.Geocoding.Tests.Import;

/// <summary>Writes a layer as GeoJSON; rings are closed, numbers are the shortest that read back as the same doubles.</summary>
internal static class GeoJsonText
{
    public static void Write(string path, MapLayer layer)
    {
        using var stream = File.Create(path);
        using var json = new Utf8JsonWriter(stream);
        json.WriteStartObject();
        json.WriteString("type", "FeatureCollection");
        json.WriteStartArray("features");
        foreach (var area in layer.Areas)
        {
            json.WriteStartObject();
            json.WriteString("type", "Feature");
            json.WriteStartObject("properties");
            json.WriteString("code", area.Code);
            json.WriteString("name", area.Name);
            json.WriteEndObject();
            json.WriteStartObject("geometry");
            json.WriteString("type", "MultiPolygon");
            json.WriteStartArray("coordinates");
            foreach (var polygon in area.Polygons) Write(json, polygon);
            json.WriteEndArray();
            json.WriteEndObject();
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, MapPolygon polygon)
    {
        json.WriteStartArray();
        foreach (var ring in polygon.Rings)
        {
            json.WriteStartArray();
            for (var i = 0; i <= ring.Length; i += 2)
            {
                // Once more the first place, which may stand there twice then.
                json.WriteStartArray();
                json.WriteNumberValue(ring[i % ring.Length]);
                json.WriteNumberValue(ring[(i + 1) % ring.Length]);
                json.WriteEndArray();
            }

            json.WriteEndArray();
        }

        json.WriteEndArray();
    }
}
