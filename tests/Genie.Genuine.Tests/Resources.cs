using System.IO.Compression;
using System.Text.Json;

namespace Genie.Genuine.Tests;

/// <summary>Recorded test data, embedded.</summary>
internal static class Resources
{
    public static JsonElement Read(string name)
    {
        using var file = typeof(Resources).Assembly.GetManifestResourceStream(name) ?? throw new FileNotFoundException(name);
        if (!name.EndsWith(".gz", StringComparison.Ordinal)) return JsonDocument.Parse(file).RootElement.Clone();
        using var plain = new GZipStream(file, CompressionMode.Decompress);
        using var document = JsonDocument.Parse(plain);
        return document.RootElement.Clone();
    }

    public static byte[] Bytes(this JsonElement element, string property) => Convert.FromHexString(element.GetProperty(property).GetString()!);

    public static string Text(this JsonElement element, string property) => element.GetProperty(property).GetString()!;
}
