using System.Text.Json;

namespace Genie.Geocoding.Maps;

/// <summary>
/// Reads a layer from TopoJSON (the TopoJSON format specification, sections 2.1.3 and 2.1.4): shared borders are stored
/// once, so that neighbours have the very same vertices. Quantised positions are computed as step sum * scale + translate
/// in doubles, as the specification's reference implementation does.
/// </summary>
public static class TopoJsonReader
{
    /// <summary>Reads the object of the layer's name; properties are <c>code</c>, <c>name</c> and those of the ancestors (<c>stateCode</c>, <c>stateName</c>, ...), or a mere <c>parentCode</c>.</summary>
    /// <param name="stream">The UTF-8 text.</param>
    /// <param name="layerName">The object's name, which becomes the layer's.</param>
    /// <param name="ancestorLayers">The layers of the ancestors, nearest first.</param>
    /// <exception cref="MapFormatException">The file is no such TopoJSON.</exception>
    public static MapLayer Read(Stream stream, string layerName, params IReadOnlyList<string> ancestorLayers)
    {
        try
        {
            using var document = JsonDocument.Parse(stream);
            var root = document.RootElement;
            var arcs = ReadArcs(root);
            var ancestors = new AncestorReader(ancestorLayers);
            var areas = new List<MapArea>();
            foreach (var geometry in root.GetProperty("objects").GetProperty(layerName).GetProperty("geometries").EnumerateArray())
            {
                var properties = geometry.GetProperty("properties");
                var area = new MapArea(
                    properties.GetProperty("code").GetString()!,
                    properties.GetProperty("name").GetString()!,
                    ancestors.Read(properties),
                    ReadPolygons(geometry, arcs));
                areas.Add(properties.TryGetProperty("parentCode", out var parent) ? area with { ParentCode = parent.GetString()! } : area);
            }

            return new MapLayer(layerName, areas);
        }
        catch (Exception exception) when (exception is JsonException || IsContentError(exception))
        {
            throw new MapFormatException($"The map is no TopoJSON with an object '{layerName}': {exception.Message}", exception);
        }
    }

    /// <summary>True if this is what wrong content makes of reading it.</summary>
    internal static bool IsContentError(Exception exception) => exception is KeyNotFoundException or InvalidOperationException or FormatException or IndexOutOfRangeException;

    /// <summary>The places of all arcs.</summary>
    internal static double[][] ReadArcs(JsonElement root)
    {
        var isQuantised = root.TryGetProperty("transform", out var transform);
        var (scaleX, scaleY) = isQuantised ? ReadPair(transform.GetProperty("scale")) : (1, 1);
        var (translateX, translateY) = isQuantised ? ReadPair(transform.GetProperty("translate")) : (0, 0);
        var source = root.GetProperty("arcs");
        var arcs = new double[source.GetArrayLength()][];
        var next = 0;
        foreach (var arc in source.EnumerateArray())
        {
            var places = new double[2 * arc.GetArrayLength()];
            double sumX = 0, sumY = 0;
            var i = 0;
            foreach (var place in arc.EnumerateArray())
            {
                var (x, y) = ReadPair(place);
                if (isQuantised)
                {
                    sumX += x;
                    sumY += y;
                    (x, y) = ((sumX * scaleX) + translateX, (sumY * scaleY) + translateY);
                }

                places[i++] = x;
                places[i++] = y;
            }

            arcs[next++] = places;
        }

        return arcs;
    }

    private static (double X, double Y) ReadPair(JsonElement pair) => (pair[0].GetDouble(), pair[1].GetDouble());

    /// <summary>The polygons of a geometry, and of those that a collection has.</summary>
    internal static List<MapPolygon> ReadPolygons(JsonElement geometry, double[][] arcs)
    {
        var polygons = new List<MapPolygon>();
        switch (geometry.GetProperty("type").GetString())
        {
            case "Polygon":
                polygons.Add(ReadPolygon(geometry.GetProperty("arcs"), arcs));
                break;
            case "MultiPolygon":
                foreach (var polygon in geometry.GetProperty("arcs").EnumerateArray()) polygons.Add(ReadPolygon(polygon, arcs));
                break;
            case "GeometryCollection":
                foreach (var member in geometry.GetProperty("geometries").EnumerateArray()) polygons.AddRange(ReadPolygons(member, arcs));
                break;
        }

        return polygons;
    }

    private static MapPolygon ReadPolygon(JsonElement polygon, double[][] arcs)
    {
        var rings = new List<double[]>();
        foreach (var ring in polygon.EnumerateArray())
        {
            var places = new List<double>();
            foreach (var element in ring.EnumerateArray())
            {
                // Arcs of a ring meet in one place, which both carry. A negative number is the arc of its complement, reversed.
                if (places.Count > 0) places.RemoveRange(places.Count - 2, 2);
                var number = element.GetInt32();
                if (number >= 0) places.AddRange(arcs[number]);
                else AddReversed(places, arcs[~number]);
            }

            rings.Add([.. places]);
        }

        return new MapPolygon(rings);
    }

    private static void AddReversed(List<double> places, double[] arc)
    {
        for (var i = arc.Length - 2; i >= 0; i -= 2)
        {
            places.Add(arc[i]);
            places.Add(arc[i + 1]);
        }
    }
}
