using Genie.Geocoding.Maps.Import;

namespace Genie.Geocoding.Tests.Import;

/// <summary>What becomes of shapes that are no areas, and of fields under other names.</summary>
public sealed class ShapeTests : IDisposable
{
    private const string Good = """{"type":"Feature","properties":{"code":"good"},"geometry":{"type":"Polygon","coordinates":[[[10,10],[11,10],[11,11],[10,10]]]}}""";
    private const string BowTie = """{"type":"Feature","properties":{"code":"bow"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[2,2],[2,0],[0,2],[0,0]]]}}""";
    private readonly ImportFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task An_invalid_shape_is_made_valid_and_named_with_its_row()
    {
        var report = await _folder.ImportAsync(_folder.Write("a.geojsonl", Good + BowTie));
        var note = Assert.Single(report.Repaired);
        Assert.Equal((2, "bow"), (note.Row, note.Code));
        Assert.Contains("(1, 1)", note.Text, StringComparison.Ordinal);
        Assert.Equal(("bow", "bow", null, "good"), (_folder.At(0.5, 1), _folder.At(1.5, 1), _folder.At(1, 0.5), _folder.At(10.9, 10.5)));
    }

    [Fact]
    public async Task An_invalid_shape_is_left_out_or_ends_the_import_where_that_is_asked_for()
    {
        var options = _folder.Options(_folder.Write("a.geojsonl", Good + BowTie));
        var report = await MapImporter.RunAsync(options with { InvalidShapes = InvalidShapes.Skip }, null, CancellationToken.None);
        Assert.Equal((1, "bow"), (report.Areas, Assert.Single(report.Skipped).Code));
        Assert.Null(_folder.At(0.5, 1));
        var before = File.ReadAllBytes(_folder.Index("county"));
        var error = await _folder.RefusesAsync(options with { InvalidShapes = InvalidShapes.Refuse });
        Assert.Contains("Row 2 (bow)", error.Message, StringComparison.Ordinal);
        Assert.Equal(before, File.ReadAllBytes(_folder.Index("county")));
    }

    [Theory]
    [InlineData("""{"type":"Point","coordinates":[1,1]}""", "'Point'")]
    [InlineData("""{"type":"Polygon","coordinates":[[[1,1],[2,"x"],[2,2]]]}""", "number should be")]
    [InlineData("""{"type":"Polygon","coordinates":[[1,1],[2,2]]}""", "array should be")]
    [InlineData("""{"type":"Polygon","coordinates":[]}""", "empty")]
    [InlineData("""{"type":"Polygon"}""", "no coordinates")]
    [InlineData("""{"type":"Polygon","coordinates":[[[390,0],[191,0],[191,1],[190,0]]]}""", "-t_srs EPSG:4326")]
    [InlineData("""{"type":"Polygon","coordinates":[[[1e999,0],[1,0],[1,1]]]}""", "-t_srs EPSG:4326")]
    [InlineData("""{"type":"Polygon","coordinates":[[[0,0],[1,1],[0,0]]]}""", "leaves nothing of it")]
    [InlineData("""{"type":"GeometryCollection","geometries":[{"type":"Polygon","coordinates":[[[0,[],1]]]}]}""", "number should be")]
    [InlineData("""[1,2]""", "no object")]
    public async Task A_row_that_is_no_area_is_listed_and_the_others_come(string geometry, string expected)
    {
        var report = await _folder.ImportAsync(_folder.Write("a.geojsonl", $$"""{"type":"Feature","geometry":{{geometry}},"properties":{"code":"odd"} }""" + Good));
        var note = Assert.Single(report.Skipped);
        Assert.Equal((1, "odd", 1), (note.Row, note.Code, report.Areas));
        Assert.Contains(expected, note.Text, StringComparison.Ordinal);
        Assert.Equal("good", _folder.At(10.9, 10.5));
    }

    [Theory]
    [InlineData("[[0,1.4e-319],[2e-289,5.3e-315],[1.7e-307,0],[0,1.4e-319]]")]
    [InlineData("[[179,0],[-179,1e-320],[-179,2e-320],[179,0]]")]
    public async Task A_shape_that_underflows_costs_its_own_row_at_most(string ring)
    {
        var report = await _folder.ImportAsync(_folder.Write("a.geojsonl", $$"""{"type":"Feature","geometry":{"type":"Polygon","coordinates":[{{ring}}]},"properties":{"code":"odd"} }""" + Good));
        Assert.Equal("odd", Assert.Single(report.Skipped).Code);
        Assert.Equal("good", _folder.At(10.9, 10.5));
    }

    [Fact]
    public async Task A_coordinate_next_to_zero_is_zero()
    {
        var file = _folder.Write("a.geojsonl", """{"type":"Feature","properties":{"code":"near"},"geometry":{"type":"Polygon","coordinates":[[[1e-310,0],[2,-3e-17],[2,2],[1e-310,0]]]}}""");
        var report = await _folder.ImportAsync(file);
        Assert.Equal((1, 0, 0), (report.Areas, report.RepairedCount, report.SkippedCount));
        Assert.Equal("near", _folder.At(1.5, 1));
    }

    [Fact]
    public async Task Fields_are_named_by_options_nested_ones_with_dots()
    {
        var file = _folder.Write("a.geojson", """{"type":"Feature","id":7,"properties":{"GEOID20":[51013],"names":{"primary":"Arlington"},"up.code":"US-VA"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}""");
        await MapImporter.RunAsync(_folder.Options(file) with { KeyField = "geoid20", NameField = "names.primary", ParentField = "up.code" }, null, CancellationToken.None);
        using var geocoder = EmbeddedGeocoder.Open(new EmbeddedGeocoderOptions { CacheFolder = BuiltIn.CacheFolder, MapFolder = _folder.Path });
        Assert.Equal(new Area("county", "51013", "Arlington", "US-VA"), geocoder.LookUp(new GeoPoint(0.5, 0.9)).County);
        await _folder.ImportAsync(file);
        Assert.Equal("7", _folder.At(0.9, 0.5));
    }

    [Fact]
    public async Task An_import_that_is_given_up_leaves_the_old_layer_and_no_draft()
    {
        await _folder.ImportAsync(_folder.Write("a.geojson", Good));
        var file = _folder.Write("b.geojsonl", string.Join('\n', Enumerable.Repeat(BowTie, 1000)));
        using var cancellation = new CancellationTokenSource();
        var progress = new Cancelling(cancellation);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => MapImporter.RunAsync(_folder.Options(file), progress, cancellation.Token));
        Assert.Equal("good", _folder.At(10.9, 10.5));
        Assert.Equal(["a.geojson", "b.geojsonl", "county.index"], Directory.GetFiles(_folder.Path).Select(Path.GetFileName).Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task A_progress_that_throws_does_not_end_an_import()
    {
        var report = await MapImporter.RunAsync(_folder.Options(_folder.Write("a.geojson", Good)), new Throwing(), CancellationToken.None);
        Assert.Equal(1, report.Areas);
        Assert.Equal("good", _folder.At(10.9, 10.5));
    }

    private sealed class Throwing : IProgress<MapImportProgress>
    {
        public void Report(MapImportProgress value) => throw new NotSupportedException("A callback that throws ends nothing.");
    }

    [Fact]
    public async Task The_built_in_counties_written_as_GeoJson_come_back_with_the_same_answers()
    {
        var file = Path.Combine(_folder.Path, "counties.geojson");
        GeoJsonText.Write(file, BuiltIn.Counties);
        var report = await _folder.ImportAsync(file);
        Assert.Equal(BuiltIn.Counties.Areas.Count, report.Areas + report.SkippedCount);
        Assert.True(report.RepairedCount > 0);

        var doubtful = report.Repaired.Concat(report.Skipped).Select(note => note.Code).ToHashSet();
        var index = Indexing.LayerIndex.Open(_folder.Index("county"));
        foreach (var point in Sampling.SamplePoints.Make("us", 50_000, 11))
        {
            var (expected, actual) = (BuiltIn.CountyIndex.AreaAt(point)?.Code, index.AreaAt(point)?.Code);
            Assert.True(expected == actual || doubtful.Contains(expected ?? "") || doubtful.Contains(actual ?? ""), $"{point}: {expected}, {actual}");
        }
    }

    private sealed class Cancelling(CancellationTokenSource cancellation) : IProgress<MapImportProgress>
    {
        public void Report(MapImportProgress value) => cancellation.Cancel();
    }
}
