using Genie.Geocoding.Indexing;
using Genie.Geocoding.Maps;

namespace Genie.Geocoding.Tests;

/// <summary>The maps that the library carries, read and indexed once for all tests.</summary>
internal static class BuiltIn
{
    private static readonly Lazy<MapLayer> LazyCounties = new(BuiltInMaps.ReadCounties);
    private static readonly Lazy<MapLayer> LazyStates = new(BuiltInMaps.ReadStates);
    private static readonly Lazy<LayerIndex> LazyCountyIndex = new(() => Index(Counties));
    private static readonly Lazy<LayerIndex> LazyStateIndex = new(() => Index(States));
    private static readonly Lazy<EmbeddedGeocoder> LazyGeocoder = new(() => EmbeddedGeocoder.Open(new EmbeddedGeocoderOptions { CacheFolder = Directory.CreateTempSubdirectory("genie-geocoding-").FullName }));

    public static MapLayer Counties => LazyCounties.Value;

    public static MapLayer States => LazyStates.Value;

    public static LayerIndex CountyIndex => LazyCountyIndex.Value;

    public static LayerIndex StateIndex => LazyStateIndex.Value;

    public static EmbeddedGeocoder Geocoder => LazyGeocoder.Value;

    public static LayerIndex Index(MapLayer layer) => LayerIndex.Load(IndexBytes(layer));

    public static byte[] IndexBytes(MapLayer layer)
    {
        using var stream = new MemoryStream();
        IndexBuilder.Build(layer, new byte[32], stream);
        return stream.ToArray();
    }
}
