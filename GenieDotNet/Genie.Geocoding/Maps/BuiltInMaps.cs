using System.IO.Compression;
using System.Security.Cryptography;
using Genie.Geocoding.Indexing;

namespace Genie.Geocoding.Maps;

/// <summary>The maps that the library carries; Maps/Data/README.md says where they come from.</summary>
public static class BuiltInMaps
{
    /// <summary>The counties of the United States and its territories, which imply their state and country.</summary>
    public static MapLayer ReadCounties() => Read("us-counties.topojson.gz", "county", "state", "country");

    /// <summary>The first-level divisions of all countries, which imply their country.</summary>
    public static MapLayer ReadStates() => Read("world-admin1.topojson.gz", "state", "country");

    internal static LayerIndex OpenCounties(string cacheFolder) => Open(cacheFolder, "county", "us-counties.topojson.gz", ReadCounties);

    internal static LayerIndex OpenStates(string cacheFolder) => Open(cacheFolder, "state", "world-admin1.topojson.gz", ReadStates);

    private static MapLayer Read(string resource, string layer, params string[] ancestors)
    {
        using var packed = OpenResource(resource);
        using var stream = new GZipStream(packed, CompressionMode.Decompress);
        return TopoJsonReader.Read(stream, layer, ancestors);
    }

    private static LayerIndex Open(string cacheFolder, string layer, string resource, Func<MapLayer> read)
    {
        using var stream = OpenResource(resource);
        var source = SHA256.HashData(stream);
        return IndexCache.OpenOrBuild(cacheFolder, layer, source, target => IndexBuilder.Build(read(), source, target));
    }

    private static Stream OpenResource(string name) => typeof(BuiltInMaps).Assembly.GetManifestResourceStream(name)!;
}
