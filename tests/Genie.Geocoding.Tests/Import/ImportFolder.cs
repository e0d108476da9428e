using Genie.Geocoding.Indexing;
using Genie.Geocoding.Maps;
using Genie.Geocoding.Maps.Import;
using Genie.Testing;

namespace Genie.Geocoding.Tests.Import;

/// <summary>A folder of one test: files to import, and where the index goes.</summary>
internal sealed class ImportFolder : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public string Path => _folder.Path;

    public string Index(string layer) => System.IO.Path.Combine(Path, layer + ".index");

    public string Write(string name, string content) => _folder.Write(name, content);

    public string Write(string name, byte[] content)
    {
        var path = System.IO.Path.Combine(Path, name);
        File.WriteAllBytes(path, content);
        return path;
    }

    public MapImportOptions Options(string file, string layer = "county") => new() { File = file, Layer = layer, MapFolder = Path };

    public Task<MapImportReport> ImportAsync(string file) => MapImporter.RunAsync(Options(file), null, CancellationToken.None);

    public async Task<MapFormatException> RefusesAsync(MapImportOptions options)
    {
        var error = await Assert.ThrowsAsync<MapFormatException>(() => MapImporter.RunAsync(options, null, CancellationToken.None));
        Assert.DoesNotContain(Directory.GetFiles(Path), file => file.Contains(".index.", StringComparison.Ordinal));
        return error;
    }

    /// <summary>The code that the imported layer answers at a place.</summary>
    public string? At(double x, double y, string layer = "county") => LayerIndex.Open(Index(layer)).AreaAt(new GeoPoint(y, x))?.Code;

    public void Dispose() => _folder.Dispose();
}
