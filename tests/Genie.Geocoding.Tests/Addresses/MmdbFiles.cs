using System.IO.Compression;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Genie.Geocoding.Addresses;

namespace Genie.Geocoding.Tests.Addresses;

/// <summary>The published test files.</summary>
internal static class MmdbFiles
{
    private static readonly string Folder = Path.Combine(AppContext.BaseDirectory, "Addresses", "Files");

    /// <summary>Broken on purpose; all others of the folder are whole.</summary>
    public static readonly string[] Broken =
    [
        "GeoIP2-City-Test-Broken-Double-Format.mmdb", "GeoIP2-City-Test-Invalid-Node-Count.mmdb",
        "MaxMind-DB-test-broken-pointers-24.mmdb", "MaxMind-DB-test-broken-search-tree-24.mmdb",
    ];

    public static string[] Good => [.. Directory.GetFiles(Path.Combine(Folder, "test-data"), "*.mmdb").Select(Path.GetFileName).OfType<string>().Except(Broken).Order(StringComparer.Ordinal)];

    public static string[] Bad => [.. Directory.GetFiles(Path.Combine(Folder, "bad-data"), "*.mmdb", SearchOption.AllDirectories).Order(StringComparer.Ordinal), .. Broken.Select(PathOf)];

    public static string PathOf(string name) => Path.Combine(Folder, "test-data", name);

    /// <summary>Networks with what they were given, in the file's order.</summary>
    public static List<(string Network, JsonNode Record)> ReadSource(string name)
    {
        using var stream = new GZipStream(File.OpenRead(Path.Combine(Folder, "source-data", name + ".json.gz")), CompressionMode.Decompress);
        return [.. JsonNode.Parse(stream)!.AsArray().SelectMany(one => one!.AsObject()).Select(pair => (pair.Key, pair.Value!))];
    }

    public static JsonNode? ToJson(IpRecord record)
    {
        using var stream = new MemoryStream();
        using (var writer = new Utf8JsonWriter(stream)) record.WriteJson(writer);
        return JsonNode.Parse(Encoding.UTF8.GetString(stream.ToArray()));
    }
}
