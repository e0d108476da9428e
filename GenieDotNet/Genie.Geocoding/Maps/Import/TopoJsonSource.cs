using System.Text;
using System.Text.Json;
using System.Text.Unicode;
using Genie.Tables;

namespace Genie.Geocoding.Maps.Import;

/// <summary>Features of one object of a TopoJSON file.</summary>
internal static class TopoJsonSource
{
    /// <summary>Reads them.</summary>
    /// <param name="stream">The UTF-8 text; read to its end before the first feature comes.</param>
    /// <param name="objectName">The object, or null for the only one.</param>
    /// <param name="layer">The object's name where there are several and none was named.</param>
    /// <exception cref="MapFormatException">The file is no TopoJSON or has no such object.</exception>
    public static IEnumerable<MapFeature> Read(Stream stream, string? objectName, string layer)
    {
        var row = 0L;
        foreach (var root in Parse(stream))
        {
            var (arcs, geometries) = Open(root, objectName, layer);
            foreach (var geometry in geometries) yield return ReadFeature(geometry, arcs, ++row);
        }
    }

    // One text, or several one after the other, as GeoJSON's sequences have them.
    private static List<JsonElement> Parse(Stream stream)
    {
        using var bytes = new MemoryStream();
        stream.CopyTo(bytes);
        var text = bytes.GetBuffer().AsSpan(0, (int)bytes.Length);
        if (text.StartsWith("\uFEFF"u8)) text = text[3..];
        text.Replace((byte)0x1E, (byte)' ');

        // JSON's syntax can be right where a text in it is not: it would be found out when that is asked for.
        if (!Utf8.IsValid(text)) throw new MapFormatException($"The file is not UTF-8. {TextEncoding.Latin1Advice}");
        try
        {
            var roots = new List<JsonElement>();
            var reader = new Utf8JsonReader(text, new JsonReaderOptions { AllowMultipleValues = true });
            while (reader.Read()) roots.Add(JsonElement.ParseValue(ref reader));
            return roots.Count > 0 ? roots : throw new MapFormatException("The file is no TopoJSON: it is empty.");
        }
        catch (JsonException exception)
        {
            throw new MapFormatException($"The file is no TopoJSON: {exception.Message}", exception);
        }
    }

    private static (double[][] Arcs, JsonElement[] Geometries) Open(JsonElement root, string? objectName, string layer)
    {
        try
        {
            CheckSystem(root);
            var named = root.GetProperty("objects").EnumerateObject().ToArray();
            var name = objectName ?? (named.Length == 1 ? named[0].Name : layer);
            if (named.FirstOrDefault(one => one.Name == name) is not { Value.ValueKind: JsonValueKind.Object } found)
                throw new MapFormatException($"The file has no object '{name}' but: {string.Join(", ", named.Select(one => one.Name))}. Name one of them: --object NAME.");
            CheckSystem(found.Value);
            JsonElement[] geometries = found.Value.TryGetProperty("geometries", out var members) ? [.. members.EnumerateArray()] : [found.Value];
            return (TopoJsonReader.ReadArcs(root), geometries);
        }
        catch (Exception exception) when (TopoJsonReader.IsContentError(exception))
        {
            throw new MapFormatException($"The file is no TopoJSON: {exception.Message}", exception);
        }
    }

    private static MapFeature ReadFeature(JsonElement geometry, double[][] arcs, long row)
    {
        if (geometry.ValueKind != JsonValueKind.Object) return MapFeature.Bad(row, "it is no object");
        geometry.TryGetProperty("properties", out var properties);
        JsonFields? fields = null;
        try
        {
            fields = new JsonFields(properties, geometry.TryGetProperty("id", out var id) ? id.ToString() : null);
            var type = geometry.GetProperty("type").ToString();
            CheckSystem(geometry);
            var polygons = TopoJsonReader.ReadPolygons(geometry, arcs);
            return polygons.Count > 0 || type is "Polygon" or "MultiPolygon"
                ? new MapFeature(row, fields, polygons)
                : MapFeature.Bad(row, $"its geometry is a '{type}', not a polygon", fields);
        }
        catch (Exception exception) when (TopoJsonReader.IsContentError(exception))
        {
            return MapFeature.Bad(row, $"its arcs are wrong: {exception.Message}", fields);
        }
    }

    // A topology, an object of it, and a geometry at any depth may each say it.
    private static void CheckSystem(JsonElement element)
    {
        if (element.ValueKind != JsonValueKind.Object) return;
        if (element.TryGetProperty("crs", out var crs)) ReferenceSystem.Check(Encoding.UTF8.GetBytes(crs.GetRawText()));
        if (!element.TryGetProperty("geometries", out var members) || members.ValueKind != JsonValueKind.Array) return;
        foreach (var member in members.EnumerateArray()) CheckSystem(member);
    }
}
