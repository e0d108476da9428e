using System.IO.Compression;
using System.Text.Json;
using Genie.Geocoding.Indexing;
using Genie.Geocoding.Maps;
using Genie.Geocoding.Maps.Import;
using Xunit.Abstractions;

namespace Genie.Geocoding.Tests.Import;

/// <summary>The countries of world-atlas, which are drawn on a sphere and not on a flat map, imported as they are.</summary>
public sealed class AtlasTests(ITestOutputHelper output) : IDisposable
{
    private const int Points = 1500;

    // Borders cross themselves there by what their coordinates were rounded to; a repair decides what is within.
    private const double BorderDegrees = 0.01;

    private readonly ImportFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("110m")]
    [InlineData("50m")]
    [InlineData("10m")]
    public async Task Every_place_has_the_country_that_an_oracle_on_the_sphere_finds(string scale)
    {
        var file = Path.Combine(AppContext.BaseDirectory, "Import", "Files", "atlas", $"countries-{scale}.json.gz");
        var report = await MapImporter.RunAsync(_folder.Options(file, "country") with { KeyField = "name", ObjectName = "countries" }, null, CancellationToken.None);

        // A reef or two lie within what coordinates were rounded to.
        Assert.All(report.Skipped, note => Assert.Contains("a repair leaves nothing of it", note.Text, StringComparison.Ordinal));
        Assert.InRange(report.SkippedCount, 0, 2);
        Assert.DoesNotContain(report.Repaired, note => note.Text.Contains("the cut there leaves nothing", StringComparison.Ordinal));
        var oracle = new SphereOracle(Read(file));
        var index = LayerIndex.Open(_folder.Index("country"));
        var seed = Random.Shared.Next();
        output.WriteLine($"seed {seed}");
        var wrong = new List<string>();
        var onLand = 0;
        foreach (var (x, y) in Places(new Random(seed)))
        {
            var (found, expected) = (index.AreaAt(new GeoPoint(y, x))?.Code, oracle.Find(x, y));
            if (expected.Count > 0) onLand++;
            if ((found is null ? expected.Count == 0 : expected.Contains(found)) || oracle.IsNearBorder(x, y, BorderDegrees)) continue;
            wrong.Add(FormattableString.Invariant($"{y} {x}: '{found}', not '{string.Join("' or '", expected)}'"));
        }

        Assert.True(wrong.Count == 0, string.Join('\n', wrong.Take(20)));
        Assert.True(onLand > Points / 2, $"Only {onLand} places were on land.");
    }

    [Theory]
    [InlineData("110m")]
    [InlineData("50m")]
    [InlineData("10m")]
    public void The_oracle_knows_places_that_everybody_knows(string scale)
    {
        var oracle = new SphereOracle(Read(Path.Combine(AppContext.BaseDirectory, "Import", "Files", "atlas", $"countries-{scale}.json.gz")));
        foreach (var (x, y, name) in new[] { (0.0, -80.0, "Antarctica"), (120.0, -88.0, "Antarctica"), (178.0, 67.0, "Russia"), (-178.0, 67.0, "Russia"), (178.0, -17.8, "Fiji"), (2.35, 48.85, "France"), (-98.0, 39.0, "United States of America") })
            Assert.Equal([name], oracle.Find(x, y));
        foreach (var (x, y) in new[] { (0.0, 89.0), (-30.0, -16.9), (30.0, -65.0), (-150.0, 10.0) }) Assert.Empty(oracle.Find(x, y));
    }

    private static IEnumerable<(double X, double Y)> Places(Random random)
    {
        for (var i = 0; i < Points; i++)
        {
            yield return ((random.NextDouble() * 360) - 180, Math.Asin((random.NextDouble() * 2) - 1) * 180 / Math.PI);
            yield return (Wrap(180 + ((random.NextDouble() - 0.5) * 4)), (random.NextDouble() * 180) - 90);
            yield return ((random.NextDouble() * 360) - 180, -60 - (random.NextDouble() * 29.98));
            if (i % 3 == 0) yield return ((random.NextDouble() * 360) - 180, -15.9 - (random.NextDouble() * 1.2));
            if (i % 3 == 0) yield return (Wrap(180 + ((random.NextDouble() - 0.5) * 0.4)), -15.9 - (random.NextDouble() * 1.2));
        }
    }

    private static double Wrap(double x) => x >= 180 ? x - 360 : x;

    private static List<MapArea> Read(string file)
    {
        using var stream = new GZipStream(File.OpenRead(file), CompressionMode.Decompress);
        using var document = JsonDocument.Parse(stream);
        var arcs = TopoJsonReader.ReadArcs(document.RootElement);
        return
        [
            .. document.RootElement.GetProperty("objects").GetProperty("countries").GetProperty("geometries").EnumerateArray()
                .Select(geometry => new MapArea(geometry.GetProperty("properties").GetProperty("name").GetString()!, "", [], TopoJsonReader.ReadPolygons(geometry, arcs))),
        ];
    }
}
