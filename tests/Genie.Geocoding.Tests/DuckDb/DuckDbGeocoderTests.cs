using Genie.Geocoding.DuckDb;
using Genie.Geocoding.DuckDb.Library;
using Genie.Geocoding.Tests.Import;
using Xunit.Abstractions;

namespace Genie.Geocoding.Tests.DuckDb;

/// <summary>The geocoder on a DuckDB file.</summary>
public sealed class DuckDbGeocoderTests(ITestOutputHelper output) : IDisposable
{
    private const int Points = 5000;
    private readonly ImportFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task It_agrees_with_the_embedded_one_but_on_borders()
    {
        var seed = Random.Shared.Next();
        output.WriteLine($"seed {seed}");
        using var geocoder = DuckDbGeocoder.Open(await BuiltInDatabase.FindOrMakeAsync(BuiltIn.CacheFolder, default));
        var agreement = await Agreement.CompareAsync(geocoder, Agreement.Sample(Points, seed));
        output.WriteLine($"{agreement}");
        Assert.True(agreement.Differences.Count == 0, string.Join('\n', agreement.Differences.Take(20)));
    }

    [Fact]
    public async Task The_built_in_maps_are_put_into_a_file_once()
    {
        var file = await BuiltInDatabase.FindOrMakeAsync(_folder.Path, default);
        var written = File.GetLastWriteTimeUtc(file);
        Assert.Equal(file, await BuiltInDatabase.FindOrMakeAsync(_folder.Path, default));
        Assert.Equal(written, File.GetLastWriteTimeUtc(file));
        Assert.Equal([file], Directory.GetFiles(_folder.Path));
    }

    [Fact]
    public async Task Many_callers_at_once_get_their_own_answers()
    {
        using var geocoder = DuckDbGeocoder.Open(await BuiltInDatabase.FindOrMakeAsync(BuiltIn.CacheFolder, default));
        var points = Agreement.Sample(500, 7).ToArray();
        await Parallel.ForEachAsync(points, new ParallelOptions { MaxDegreeOfParallelism = 8 }, async (point, token) =>
        {
            var answer = await geocoder.LookUpAsync(point, token);
            Assert.Equal(await geocoder.LookUpAsync(point, token), answer);
        });
    }

    [Fact]
    public async Task A_place_that_is_none_and_the_open_sea_are_answered()
    {
        using var geocoder = DuckDbGeocoder.Open(await BuiltInDatabase.FindOrMakeAsync(BuiltIn.CacheFolder, default));
        Assert.Equal(LookupStatus.InvalidCoordinate, (await geocoder.LookUpAsync(new GeoPoint(91, 0), default)).Status);
        Assert.Equal(LookupStatus.InvalidCoordinate, (await geocoder.LookUpAsync(new GeoPoint(double.NaN, 0), default)).Status);
        Assert.Equal(LookupStatus.Nowhere, (await geocoder.LookUpAsync(new GeoPoint(0, -30), default)).Status);
    }

    [Fact]
    public async Task A_layer_is_replaced_by_one_of_the_same_codes()
    {
        var database = Path.Combine(_folder.Path, "maps.duckdb");
        var file = _folder.Write("a.geojson", """{"type":"Feature","properties":{"code":"same"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]} }""");
        for (var i = 0; i < 3; i++)
        {
            await Genie.Geocoding.Maps.Import.MapImporter.RunAsync(_folder.Options(file).Into(database), null, default);
            using var connection = DuckDbFile.OpenForReading(database);
            using var count = DuckDbFile.Command(connection, "SELECT (SELECT count(*) FROM area) || ' ' || (SELECT count(*) FROM polygon)");
            Assert.Equal("1 1", count.ExecuteScalar());
        }
    }

    [Fact]
    public async Task A_failed_import_leaves_the_old_layer_in_place()
    {
        var file = Path.Combine(_folder.Path, "maps.duckdb");
        await ImportAsync("{\"type\":\"Feature\",\"properties\":{\"code\":\"old\"},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,0],[1,1],[0,0]]]}}");
        await Assert.ThrowsAsync<Maps.MapFormatException>(() => ImportAsync("{\"type\":\"Feature\",\"properties\":{\"code\":\"new\"},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,0],[1,1],[0,0]]]}}{\"type\":"));
        Assert.Equal("old", await CodeAsync());
        await ImportAsync("{\"type\":\"Feature\",\"properties\":{\"code\":\"third\"},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,0],[1,1],[0,0]]]}}");
        Assert.Equal("third", await CodeAsync());

        async Task<string?> CodeAsync()
        {
            using var geocoder = DuckDbGeocoder.Open(file);
            return (await geocoder.LookUpAsync(new GeoPoint(0.25, 0.5), default)).County?.Code;
        }

        Task ImportAsync(string text) => Maps.Import.MapImporter.RunAsync((_folder.Options(_folder.Write("a.geojsonl", text)) with { MapFolder = null }).Into(file), null, default);
    }

    [Fact]
    public void A_missing_file_and_one_that_is_no_database_are_told_with_advice()
    {
        Assert.Contains("genie map import", Assert.Throws<GeocoderUnavailableException>(() => DuckDbGeocoder.Open(Path.Combine(_folder.Path, "none.duckdb"))).Message, StringComparison.Ordinal);
        var garbage = _folder.Write("garbage.duckdb", new string('x', 10_000));
        Assert.Contains(garbage, Assert.Throws<GeocoderUnavailableException>(() => DuckDbGeocoder.Open(garbage)).Message, StringComparison.Ordinal);
    }
}
