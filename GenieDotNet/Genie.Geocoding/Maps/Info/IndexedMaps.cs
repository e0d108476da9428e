using Genie.Geocoding.Indexing;
using NetTopologySuite.Operation.Valid;

namespace Genie.Geocoding.Maps.Info;

/// <summary>The layers that the embedded geocoder answers from.</summary>
public static class IndexedMaps
{
    /// <summary>Those that the library carries.</summary>
    public static IReadOnlyList<MapLayerInfo> BuiltIn(string cacheFolder) =>
        [.. BuiltInMaps.Layers.Select(layer => Describe(BuiltInMaps.Open(layer, cacheFolder), "built in", CountInvalid(BuiltInMaps.Read(layer))))];

    /// <summary>Those that were imported into a folder; none if there is no such folder.</summary>
    /// <exception cref="IndexFormatException">A file is no index; the message names it.</exception>
    public static IReadOnlyList<MapLayerInfo> In(string mapFolder) => !Directory.Exists(mapFolder) ? [] :
        [.. Directory.EnumerateFiles(mapFolder, "*" + EmbeddedGeocoderOptions.IndexExtension).Order(StringComparer.Ordinal).Select(path => Describe(LayerIndex.Open(path), Path.GetFileName(path), null))];

    private static MapLayerInfo Describe(LayerIndex index, string source, long? invalid)
    {
        var extent = MapExtent.Nothing;
        foreach (var edge in index.Borders) extent = extent.With(new MapExtent(Math.Min(edge.LowX, edge.HighX), edge.LowY, Math.Max(edge.LowX, edge.HighX), edge.HighY));
        var info = new MapLayerInfo(index.Areas.Count > 0 ? index.Areas[0].Area.Layer : "", source, index.ShapedAreas, index.Borders.Length, invalid, index.LengthBytes, extent) { Borders = () => index.Borders.ToArray() };
        GC.KeepAlive(index);
        return info;
    }

    private static long CountInvalid(MapLayer layer) => layer.Areas.Count(area => !new IsValidOp(PolygonGeometry.FromMap(area.Polygons)).IsValid);
}
