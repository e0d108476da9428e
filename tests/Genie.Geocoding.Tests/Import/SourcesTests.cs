using System.Text.Json;
using Genie.Geocoding.Maps.Import;

namespace Genie.Geocoding.Tests.Import;

/// <summary>Several files in one layer, layers with names of their own, and what is kept of an area.</summary>
public sealed class SourcesTests : IDisposable
{
    private readonly ImportFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_second_country_leaves_the_first_and_each_is_removed_apart()
    {
        await ImportAsync("ken", "KE-1", 36);
        await ImportAsync("uga", "UG-1", 32);
        using (var geocoder = Open()) Assert.Equal(("KE-1", "UG-1"), (StateAt(geocoder, 36.5), StateAt(geocoder, 32.5)));
        await ImportAsync("ken", "KE-2", 36);
        using (var geocoder = Open()) Assert.Equal(("KE-2", "UG-1"), (StateAt(geocoder, 36.5), StateAt(geocoder, 32.5)));
        Assert.Single(await MapRemover.RunAsync(null, "ken", _folder.Path, null, CancellationToken.None));
        Assert.Empty(await MapRemover.RunAsync(null, "ken", _folder.Path, null, CancellationToken.None));
        Assert.Empty(await MapRemover.RunAsync("state", null, _folder.Path, null, CancellationToken.None));
        using (var geocoder = Open()) Assert.Equal((null, "UG-1"), (StateAt(geocoder, 36.5), StateAt(geocoder, 32.5)));
    }

    [Fact]
    public async Task A_layer_may_have_a_name_of_its_own_and_keeps_the_properties_that_are_asked_for()
    {
        var file = _folder.Write("a.geojson", """{"type":"Feature","properties":{"code":"p1","name":"Park","ranger":"Zoë","size":12.5,"none":null},"geometry":{"type":"Polygon","coordinates":[[[36,0],[37,0],[37,1],[36,1],[36,0]]]} }""");
        await MapImporter.RunAsync(_folder.Options(file, "park") with { KeepFields = ["ranger", "size"] }, null, CancellationToken.None);
        await MapImporter.RunAsync(_folder.Options(file, "district") with { KeepFields = [MapImportOptions.AllFields] }, null, CancellationToken.None);
        using var geocoder = Open();
        var answer = geocoder.LookUp(new GeoPoint(0.5, 36.5));
        Assert.Equal(LookupStatus.Found, answer.Status);
        Assert.Equal(["district", "park"], answer.Others!.Select(area => area.Layer));
        Assert.Equal("""{"ranger":"Zoë","size":"12.5"}""", answer.Others![1].Properties);
        Assert.Equal(["code", "name", "ranger", "size"], JsonDocument.Parse(answer.Others[0].Properties!).RootElement.EnumerateObject().Select(property => property.Name));
        var answers = new PlaceAnswer[2];
        geocoder.LookUp([new GeoPoint(0.5, 36.5), new GeoPoint(0.5, 40)], answers);
        Assert.Equal(["district", "park"], answers[0].Others!.Select(area => area.Layer));
        Assert.Null(answers[1].Others);
        await Assert.ThrowsAsync<ArgumentException>(() => MapImporter.RunAsync(_folder.Options(file, "../park"), null, CancellationToken.None));
    }

    [SkippableFact]
    public async Task A_file_of_two_layers_is_refused_until_one_is_named()
    {
        Skip.If(!File.Exists("/usr/bin/ogr2ogr"), "GDAL is not installed: apt-get install gdal-bin.");
        var package = System.IO.Path.Combine(_folder.Path, "two.gpkg");
        Ogr(package, _folder.Write("counties.geojson", Area("c", 36)), "counties");
        Ogr("-update", package, _folder.Write("states.geojson", Area("s", 32)), "states");
        var error = await _folder.RefusesAsync(_folder.Options(package));
        Assert.Contains("counties, states", error.Message, StringComparison.Ordinal);
        Assert.Equal(1, (await MapImporter.RunAsync(_folder.Options(package) with { ObjectName = "counties" }, null, CancellationToken.None)).Areas);
        Assert.Equal(("c", null), (_folder.At(36.5, 0.5), _folder.At(32.5, 0.5)));
    }

    private static void Ogr(params string[] arguments)
    {
        string[] all = arguments[0] == "-update" ? ["-f", "GPKG", "-update", arguments[1], arguments[2], "-nln", arguments[3]] : ["-f", "GPKG", arguments[0], arguments[1], "-nln", arguments[2]];
        using var process = System.Diagnostics.Process.Start("/usr/bin/ogr2ogr", all);
        process.WaitForExit();
        Assert.Equal(0, process.ExitCode);
    }

    private static string Area(string code, double west) => $$"""{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"code":"{{code}}"},"geometry":{"type":"Polygon","coordinates":[[[{{west}},0],[{{west + 1}},0],[{{west + 1}},1],[{{west}},1],[{{west}},0]]]} }]}""";

    private static string? StateAt(EmbeddedGeocoder geocoder, double x) => geocoder.LookUp(new GeoPoint(0.5, x)).State?.Code;

    private Task<MapImportReport> ImportAsync(string source, string code, double west) =>
        MapImporter.RunAsync(_folder.Options(_folder.Write($"{source}.geojson", Area(code, west)), "state") with { Source = source }, null, CancellationToken.None);

    private EmbeddedGeocoder Open() => EmbeddedGeocoder.Open(new EmbeddedGeocoderOptions { CacheFolder = BuiltIn.CacheFolder, Layers = ["county"], MapFolder = _folder.Path });
}
