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

    private static string Of(string pattern, string shape) => pattern.Replace("{0}", $"'{shape}'", StringComparison.Ordinal);

    private string Write(string sql)
    {
        var file = Path.Combine(_folder.Path, "areas.parquet");
        using var connection = DuckDbFile.OpenMemory();
        DuckDbFile.Run(connection, $"COPY ({sql}) TO '{file}' (FORMAT parquet)");
        return file;
    }
}
