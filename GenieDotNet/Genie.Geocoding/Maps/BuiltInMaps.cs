using System.IO.Compression;
using System.Security.Cryptography;
using Genie.Geocoding.Indexing;

namespace Genie.Geocoding.Maps;

/// <summary>The maps that the library carries; Maps/Data/README.md says where they come from.</summary>
public static class BuiltInMaps
{
    private const string CountiesFile = "us-counties.topojson.gz";
    private const string StatesFile = "world-admin1.topojson.gz";
    private const string PostalFile = "us-postal.topojson.gz";

    /// <summary>The counties of the United States and its territories, which imply their state and country.</summary>
    public static MapLayer ReadCounties() => Read(CountiesFile, "county", "state", "country");

    /// <summary>The first-level divisions of all countries, which imply their country.</summary>
    public static MapLayer ReadStates() => Read(StatesFile, "state", "country");

    /// <summary>
    /// Cells around the centres of the United States' ZIP code areas. An approximation: about one point in ten lies in the cell of a
    /// neighbouring code.
    /// </summary>
    public static MapLayer ReadPostalCells() => Read(PostalFile, "postal");

    /// <summary>The names of the layers that are there.</summary>
    public static IReadOnlyList<string> LayerNames => Layers;

    /// <inheritdoc cref="LayerNames"/>
    internal static readonly string[] Layers = ["county", "state", "postal"];

    /// <summary>32 bytes that identify the counties and the first-level divisions.</summary>
    internal static byte[] Fingerprint()
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (var name in new[] { CountiesFile, StatesFile })
        {
            using var stream = OpenResource(name);
            hash.AppendData(SHA256.HashData(stream));
        }

        return hash.GetHashAndReset();
    }

    /// <summary>Reads the map of a layer.</summary>
    internal static MapLayer Read(string layer) => layer switch
    {
        "county" => ReadCounties(),
        "state" => ReadStates(),
        "postal" => ReadPostalCells(),
        _ => throw Unknown(layer),
    };

    /// <summary>Opens the index of a layer, building it where need be; or again, if damage was found in its file.</summary>
    internal static LayerIndex Open(string layer, string cacheFolder, bool isDamaged = false) => layer switch
    {
        "county" => Open(cacheFolder, "county", CountiesFile, ReadCounties, isDamaged),
        "state" => Open(cacheFolder, "state", StatesFile, ReadStates, isDamaged),
        "postal" => Open(cacheFolder, "postal", PostalFile, ReadPostalCells, isDamaged),
        _ => throw Unknown(layer),
    };

    private static ArgumentException Unknown(string layer) => new($"The library carries no layer '{layer}'. It has: {string.Join(", ", Layers)}.", nameof(layer));

    private static MapLayer Read(string resource, string layer, params string[] ancestors)
    {
        using var packed = OpenResource(resource);
        using var stream = new GZipStream(packed, CompressionMode.Decompress);
        return TopoJsonReader.Read(stream, layer, ancestors);
    }

    private static LayerIndex Open(string cacheFolder, string layer, string resource, Func<MapLayer> read, bool isDamaged)
    {
        using var stream = OpenResource(resource);
        var source = SHA256.HashData(stream);
        return IndexCache.OpenOrBuild(cacheFolder, layer, source, target => IndexBuilder.Build(read(), source, target), isDamaged);
    }

    private static Stream OpenResource(string name) => typeof(BuiltInMaps).Assembly.GetManifestResourceStream(name)!;
}
