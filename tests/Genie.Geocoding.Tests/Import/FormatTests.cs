using System.IO.Compression;
using System.Text;
using Genie.Geocoding.Indexing;
using Genie.Geocoding.Maps.Import;
using NetTopologySuite.IO;

namespace Genie.Geocoding.Tests.Import;

/// <summary>The same two squares in every format that can be read, and the ways in which each format may be written.</summary>
public sealed class FormatTests : IDisposable
{
    private const string West = "[[[0,0],[1,0],[1,1],[0,1],[0,0]]]";
    private const string East = "[[[1,0],[2,0],[2,1],[1,1],[1,0]]]";
    private readonly ImportFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("a.geojson", """{"type":"FeatureCollection","name":"x","bbox":[0,0,2,1],"features":[F1,F2],"after":{"a":[1]}}""")]
    [InlineData("a.json", """{"features":[F1,F2],"type":"FeatureCollection"}""")]
    [InlineData("a.geojsonl", "F1\nF2\n")]
    [InlineData("a.geojsons", "\u001EF1\n\u001EF2\n")]
    [InlineData("a.ndjson", "\uFEFFF1\r\n\r\nF2")]
    [InlineData("a.jsonl", """{"type":"FeatureCollection","features":[F1]}{"type":"FeatureCollection","features":[F2]}""")]
    public async Task GeoJson_is_read_in_all_its_ways(string name, string text)
    {
        var file = _folder.Write(name, text.Replace("F1", Feature("w", West), StringComparison.Ordinal).Replace("F2", Feature("e", East), StringComparison.Ordinal));
        Check(await _folder.ImportAsync(file));
    }

    [Theory]
    [InlineData("""{"coordinates":C,"type":"Polygon"}""")]
    [InlineData("""{"type":"MultiPolygon","coordinates":[C]}""")]
    [InlineData("""{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[5,5]},{"type":"Polygon","coordinates":C}]}""")]
    public async Task A_geometry_may_be_written_in_any_order_and_nested(string geometry)
    {
        string Whole(string code, string rings) => $$"""{"geometry":{{geometry.Replace(":C", ":" + rings, StringComparison.Ordinal).Replace("[C]", $"[{rings}]", StringComparison.Ordinal)}},"type":"Feature","properties":{"code":"{{code}}","name":"N"} }""";
        Check(await _folder.ImportAsync(_folder.Write("a.geojsonl", Whole("w", West) + "\n" + Whole("e", East))));
    }

    [Fact]
    public async Task Values_larger_than_any_buffer_are_read_whole()
    {
        var padding = new string('x', 700_000);
        var many = string.Join(",", Enumerable.Range(0, 3000).Select(i => Feature($"{i}", Square(-170 + (i % 300), i / 300, 0.5), padding: i % 1000 == 0 ? padding : "")));
        var report = await _folder.ImportAsync(_folder.Write("a.geojson", $$"""{"type":"FeatureCollection","features":[{{many}}]}"""));
        Assert.Equal((3000, 0, 0), (report.Areas, report.SkippedCount, report.RepairedCount));
        Assert.Equal("2999", _folder.At(-170 + 299 + 0.25, 9.25));
        Assert.Null(_folder.At(-170 + 299 + 0.75, 9.25));
    }

    [Fact]
    public async Task Compressed_files_are_unpacked()
    {
        using var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Fastest)) gzip.Write(Encoding.UTF8.GetBytes(Feature("w", West) + Feature("e", East)));
        Check(await _folder.ImportAsync(_folder.Write("a.geojson.gz", packed.ToArray())));
    }

    [Theory]
    [InlineData("a.topojson", "counties")]
    [InlineData("a.json", null)]
    public async Task TopoJson_is_told_by_its_content(string name, string? objectName)
    {
        var file = _folder.Write(name, """
            {"type":"Topology","arcs":[[[1,0],[1,1]],[[1,1],[0,1],[0,0],[1,0]],[[1,0],[2,0],[2,1],[1,1]]],"objects":{"counties":{"type":"GeometryCollection","geometries":[
            {"type":"Polygon","arcs":[[0,1]],"properties":{"code":"w","name":"N"}},{"type":"MultiPolygon","arcs":[[[2,-1]]],"id":"e","properties":{"name":"N"}},
            {"type":"Polygon","arcs":[[7]],"properties":{"code":"bad"}},{"type":"Point","coordinates":[1,1],"properties":{"code":"point"}}]}}}
            """);
        var report = await MapImporter.RunAsync(_folder.Options(file) with { ObjectName = objectName }, null, CancellationToken.None);
        Assert.Equal(2, report.Areas);
        Assert.Equal([(3, "bad"), (4, "point")], report.Skipped.Select(note => ((int)note.Row, note.Code)));
        Assert.Equal(("w", "e"), (_folder.At(0.5, 0.5), _folder.At(1.5, 0.5)));
        var error = await _folder.RefusesAsync(_folder.Options(file) with { ObjectName = "states" });
        Assert.Contains("counties", error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("code,name,wkb", ",", "hex")]
    [InlineData("geom\tcode\tname", "\t", "wkt")]
    [InlineData("\"name\";\"code\";\"THE_GEOM\"", ";", "ewkt")]
    [InlineData("code,shape,name", ",", "postgis")]
    public async Task Csv_holds_binary_or_text(string header, string separator, string kind)
    {
        var lines = new List<string> { header };
        foreach (var (code, from) in new[] { ("w", 0), ("e", 1) })
        {
            var wkt = $"POLYGON (({from} 0, {from + 1} 0, {from + 1} 1, {from} 1, {from} 0))";
            var hex = Convert.ToHexString(new WKBWriter().Write(new WKTReader().Read(wkt)));
            var geometry = kind switch { "hex" => hex, "wkt" => $"\"{wkt}\"", "ewkt" => $"\"SRID=4326;{wkt}\"", _ => $"\\x{hex}" };
            lines.Add(string.Join(separator, header.Replace("\"", "", StringComparison.Ordinal).Split(separator).Select(column => column switch { "code" => code, "name" => "\"N\"", _ => geometry })));
        }

        Check(await _folder.ImportAsync(_folder.Write("a.csv", string.Join("\r\n", lines) + "\r\n")));
    }

    [Fact]
    public async Task Csv_fields_may_hold_quotes_separators_and_line_ends()
    {
        var file = _folder.Write("a.csv", "code,name,wkt\n\"a,\"\"1\"\"\",\"two\nlines\",\"POLYGON((0 0,1 0,1 1,0 0))\"\n\nb,,\"POLYGON((5 0,6 0,6 1,5 0))\"\nc,short\nd,no geometry,\ne,bad,POLYGON((0 0\n");
        var report = await _folder.ImportAsync(file);
        Assert.Equal("a,\"1\"", _folder.At(0.5, 0.25));
        Assert.Equal("two\nlines", LayerIndex.Open(_folder.Index("county")).AreaAt(new GeoPoint(0.25, 0.5))?.Name);
        Assert.Equal("b", LayerIndex.Open(_folder.Index("county")).AreaAt(new GeoPoint(0.25, 5.5))?.Name);
        Assert.Equal([(3, "c"), (4, "d"), (5, "e")], report.Skipped.Select(note => ((int)note.Row, note.Code)));
    }

    [Fact]
    public async Task A_shapefile_is_read_through_ogr2ogr_or_the_error_says_what_to_install()
    {
        var file = _folder.Write("a.shp", "no shapefile");
        var error = await _folder.RefusesAsync(_folder.Options(file) with { OgrProgram = "no-such-program" });
        Assert.Contains("gdal-bin", error.Message, StringComparison.Ordinal);
    }

    [SkippableFact]
    public async Task What_ogr2ogr_wrote_is_read_back()
    {
        var ogr = Servers.Executables.Find("ogr2ogr");
        Skip.If(ogr is null, "ogr2ogr is not installed (Debian: gdal-bin).");
        var source = _folder.Write("source.geojson", $$"""{"type":"FeatureCollection","features":[{{Feature("w", West)}},{{Feature("e", East)}}]}""");
        foreach (var name in new[] { "out.shp", "out.gpkg" })
        {
            var target = Path.Combine(_folder.Path, name);
            using (var process = System.Diagnostics.Process.Start(ogr, [target, source])) await process.WaitForExitAsync();
            Check(await _folder.ImportAsync(target));
            File.Delete(_folder.Index("county"));
        }

        var error = await _folder.RefusesAsync(_folder.Options(_folder.Write("broken.shp", "no shapefile")));
        Assert.Contains("ogr2ogr could not read", error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("a.geojson", """{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3857"}},"features":[]}""", "-t_srs EPSG:4326")]
    [InlineData("a.geojson", """{"type":"FeatureCollection","features":[]}""", "no rows")]
    [InlineData("a.geojson", "", "no rows")]
    [InlineData("a.geojson", "<html>", "no GeoJSON")]
    [InlineData("a.geojson", """{"type":"FeatureCollection","features":[{"type":"Feature","prop""", "after 0 features")]
    [InlineData("a.geojson", """{"type":"Feature","properties":{"GEO_ID":"5","NAME":"x"},"geometry":null}""", "GEO_ID, NAME")]
    [InlineData("a.geojson", """{"type":"Feature","properties":{"code":"5"},"geometry":null}""", "row 1: it has no geometry")]
    [InlineData("a.geojson", """{"type":"Topology","transform":{},"arcs":[]}""", "no TopoJSON")]
    [InlineData("a.csv", "code,name\n1,2\n", "--geometry")]
    [InlineData("a.csv", "", "empty")]
    [InlineData("a.csv", "code,wkt\n1,\"POLYGON", "within a quoted field")]
    [InlineData("a.xyz", "what", "--format")]
    [InlineData("a.topojson", "{}", "no TopoJSON")]
    public async Task Files_that_are_not_what_they_should_be_say_why(string name, string text, string expected)
    {
        var error = await _folder.RefusesAsync(_folder.Options(_folder.Write(name, text)));
        Assert.Contains(expected, error.Message, StringComparison.Ordinal);
        Assert.False(File.Exists(_folder.Index("county")));
    }

    private static string Square(double x, double y, double size) =>
        FormattableString.Invariant($"[[[{x},{y}],[{x + size},{y}],[{x + size},{y + size}],[{x},{y + size}],[{x},{y}]]]");

    private static string Feature(string code, string rings, string padding = "") =>
        $$"""{"type":"Feature","properties":{"padding":"{{padding}}","code":"{{code}}","name":"N"},"geometry":{"type":"Polygon","coordinates":{{rings}} } }""";

    private void Check(MapImportReport report)
    {
        Assert.Equal((2, 0, 0), (report.Areas, report.SkippedCount, report.RepairedCount));
        Assert.Equal(10, report.Vertices);
        Assert.Equal(("w", "e", null), (_folder.At(0.5, 0.5), _folder.At(1.5, 0.5), _folder.At(2.5, 0.5)));
        Assert.Equal("N", LayerIndex.Open(_folder.Index("county")).AreaAt(new GeoPoint(0.5, 0.5))?.Name);
    }
}
