using Genie.Geocoding.DuckDb;
using Genie.Geocoding.DuckDb.Library;
using Genie.Geocoding.Maps.Import;
using Genie.Geocoding.Tests.Import;

namespace Genie.Geocoding.Tests.DuckDb;

/// <summary>Parquet files, written by DuckDB itself, become layers.</summary>
public sealed class ParquetTests : IDisposable
{
    private const string West = "POLYGON((0 0,1 0,1 1,0 1,0 0))";
    private const string East = "MULTIPOLYGON(((1 0,2 0,2 1,1 1,1 0)))";
    private readonly ImportFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("ST_AsWKB({0}::GEOMETRY)")]
    [InlineData("{0}::GEOMETRY")]
    public async Task A_geometry_is_read_as_binary_and_as_GeoParquet(string geometry)
    {
        var file = Write($"SELECT 'w' AS code, 'West' AS name, {Of(geometry, West)} AS geometry UNION ALL SELECT 'e', 'East', {Of(geometry, East)}");
        var report = await MapImporter.RunAsync(_folder.Options(file).WithParquet(), null, default);
        Assert.Equal((2, 0, 0), (report.Areas, report.SkippedCount, report.RepairedCount));
        Assert.Equal(("w", "e", null), (_folder.At(0.5, 0.5), _folder.At(1.5, 0.5), _folder.At(2.5, 0.5)));
    }

    [Fact]
    public async Task Overtures_columns_are_found_by_paths_and_rows_by_a_condition()
    {
        var file = Write(string.Join(" UNION ALL ",
            Row(1, "county", "Fairfax", "US-VA", West), Row(2, "locality", "Vienna", "US-VA", West), Row(3, "county", "Loudoun", "US-VA", East)));
        var options = _folder.Options(file) with { KeyField = "division_id", NameField = "names.primary", ParentField = "region", Where = "subtype = 'county'" };
        var report = await MapImporter.RunAsync(options.WithParquet(), null, default);
        Assert.Equal(2, report.Areas);
        var area = Indexing.LayerIndex.Open(_folder.Index("county")).AreaAt(new GeoPoint(0.5, 1.5))!;
        Assert.Equal(("3", "Loudoun", "US-VA"), (area.Code, area.Name, area.ParentCode));

        static string Row(int number, string subtype, string name, string region, string shape) =>
            $"SELECT {number} AS division_id, '{subtype}' AS subtype, {{'primary': '{name}', 'common': MAP{{'de': 'x'}}}} AS \"names\", '{region}' AS region, [1, 2] AS sources, '{shape}'::GEOMETRY AS geometry";
    }

    [Fact]
    public async Task Rows_that_are_no_area_are_listed()
    {
        var file = Write($"SELECT 1 AS id, ST_AsWKB('{West}'::GEOMETRY) AS wkb UNION ALL SELECT 2, NULL UNION ALL SELECT 3, ST_AsWKB('POINT(1 2)'::GEOMETRY) UNION ALL SELECT 4, 'zz'::BLOB UNION ALL SELECT NULL, ST_AsWKB('{East}'::GEOMETRY)");
        var report = await MapImporter.RunAsync(_folder.Options(file).WithParquet(), null, default);
        Assert.Equal((1, 4), (report.Areas, report.SkippedCount));
        Assert.Equal([2, 3, 4, 5], report.Skipped.Select(note => note.Row));
    }

    [Fact]
    public async Task A_file_that_is_none_and_a_wrong_condition_are_refused()
    {
        var garbage = await _folder.RefusesAsync(_folder.Options(_folder.Write("a.parquet", "PAR1 and no more")).WithParquet());
        Assert.Contains("DuckDB", garbage.Message, StringComparison.Ordinal);
        var file = Write($"SELECT 'w' AS code, ST_AsWKB('{West}'::GEOMETRY) AS geometry");
        var bytes = await File.ReadAllBytesAsync(file);
        await _folder.RefusesAsync(_folder.Options(_folder.Write("cut.parquet", bytes[..^20])).WithParquet());
        Assert.Contains("nonsense", (await _folder.RefusesAsync((_folder.Options(file) with { Where = "nonsense = 1" }).WithParquet())).Message, StringComparison.Ordinal);
        Assert.Contains("code", (await _folder.RefusesAsync((_folder.Options(file) with { GeometryField = "shape" }).WithParquet())).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Well_known_text_is_read_and_GeoArrow_is_refused_with_what_to_do()
    {
        var report = await MapImporter.RunAsync(_folder.Options(Write($"SELECT 'w' AS code, '{West}' AS geometry UNION ALL SELECT 'x', 'POLYGON(' UNION ALL SELECT 'y', ''")).WithParquet(), null, default);
        Assert.Equal((1, 2), (report.Areas, report.SkippedCount));
        Assert.Equal("w", _folder.At(0.5, 0.5));
        var error = await _folder.RefusesAsync(_folder.Options(Write("SELECT 'w' AS code, [[{'x': 0.0, 'y': 0.0}]] AS geometry")).WithParquet());
        Assert.Contains("GeoArrow is not read", error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("""{"primary_column":"outline","columns":{"outline":{"encoding":"WKB"} } }""", null)]
    [InlineData("""{"primary_column":"outline","columns":{"outline":{"encoding":"WKB","crs":{"id":{"authority":"OGC","code":"CRS84"} } } } }""", null)]
    [InlineData("""{"primary_column":"outline","columns":{"outline":{"encoding":"WKB","crs":{"name":"ETRS89","id":{"authority":"EPSG","code":25832} } } } }""", "25832")]
    [InlineData("""{"primary_column":"outline","columns":{"outline":{"encoding":"WKB","crs":null} } }""", "crs: null")]
    [InlineData("""{"primary_column":"outline","columns":{"outline":{"encoding":"multipolygon"} } }""", "GeoArrow")]
    [InlineData("""{"primary_column":""", "damaged")]
    public async Task What_GeoParquet_says_of_its_geometry_is_heeded(string geo, string? refusal)
    {
        var options = _folder.Options(Write($"SELECT 'w' AS code, 'no'::BLOB AS geometry, ST_AsWKB('{West}'::GEOMETRY) AS outline", geo)).WithParquet();
        if (refusal is not null)
        {
            Assert.Contains(refusal, (await _folder.RefusesAsync(options)).Message, StringComparison.Ordinal);
            return;
        }

        Assert.Equal(1, (await MapImporter.RunAsync(options, null, default)).Areas);
        Assert.Equal("w", _folder.At(0.5, 0.5));
    }

    [Fact]
    public async Task A_database_file_with_a_name_that_DuckDB_does_not_take_is_refused()
    {
        var file = Write($"SELECT 'w' AS code, '{West}' AS geometry");
        var error = await Assert.ThrowsAsync<GeocoderUnavailableException>(() => MapImporter.RunAsync(_folder.Options(file).WithParquet().Into(Path.Combine(_folder.Path, "a;b")), null, default));
        Assert.Contains("a;b", error.Message, StringComparison.Ordinal);
    }

    private static string Of(string pattern, string shape) => pattern.Replace("{0}", $"'{shape}'", StringComparison.Ordinal);

    private string Write(string sql, string? geo = null)
    {
        var file = Path.Combine(_folder.Path, "areas.parquet");
        using var connection = DuckDbFile.OpenMemory();
        DuckDbFile.Run(connection, $"COPY ({sql}) TO '{file}' (FORMAT parquet{(geo is null ? "" : $", KV_METADATA {{geo: '{geo}'}}")})");
        return file;
    }
}
