using System.Text;
using Genie.Geocoding.Maps.Import;

namespace Genie.Geocoding.Tests.Import;

/// <summary>What one format's reader takes or refuses, those of the others do, too.</summary>
public sealed class DialectTests : IDisposable
{
    private const string Collection = """{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[5,5]},{"type":"GeometryCollection","geometries":[{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]},{"type":"Polygon","coordinates":[[[2,0],[3,0],[3,1],[2,1],[2,0]]]}]}]}""";

    private static readonly Dictionary<string, string> Texts = new()
    {
        ["a.geojson"] = $$"""{"type":"Feature","properties":{"code":"a","name":"Å"},"geometry":{{Collection}}}""",
        ["a.topojson"] = """{"type":"Topology","arcs":[[[0,0],[1,0],[1,1],[0,1],[0,0]],[[2,0],[3,0],[3,1],[2,1],[2,0]]],"objects":{"x":{"type":"GeometryCollection","geometries":[{"type":"GeometryCollection","properties":{"code":"a","name":"Å"},"geometries":[{"type":"Point","coordinates":[5,5]},{"type":"GeometryCollection","geometries":[{"type":"Polygon","arcs":[[0]]},{"type":"Polygon","arcs":[[1]]}]}]}]}}}""",
        ["a.csv"] = "code,name,wkt\na,Å,\"GEOMETRYCOLLECTION(POINT(5 5),GEOMETRYCOLLECTION(POLYGON((0 0,1 0,1 1,0 1,0 0)),POLYGON((2 0,3 0,3 1,2 1,2 0))))\"\n",
    };

    private readonly ImportFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    public static TheoryData<string> Names => [.. Texts.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Collections_in_collections_are_the_polygons_that_they_have(string name)
    {
        Assert.Equal((1, 0), await CountAsync(_folder.Write(name, Texts[name])));
        Assert.Equal(("a", "a", null), (_folder.At(0.5, 0.5), _folder.At(2.5, 0.5), _folder.At(1.5, 0.5)));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task A_byte_order_mark_is_none_of_the_text(string name) => Assert.Equal((1, 0), await CountAsync(_folder.Write(name, "\uFEFF" + Texts[name])));

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Other_encodings_are_told(string name)
    {
        foreach (var (encoding, expected) in new (Encoding, string)[]
        {
            (Encoding.Latin1, "Latin-1"), (new UnicodeEncoding(false, true), "UTF-16"), (new UnicodeEncoding(true, true), "UTF-16"), (new UnicodeEncoding(false, false), "UTF-16"), (new UnicodeEncoding(true, false), "UTF-16"), (new UTF32Encoding(false, true), "UTF-32"),
        })
        {
            var error = await _folder.RefusesAsync(_folder.Options(_folder.Write(name, [.. encoding.GetPreamble(), .. encoding.GetBytes(Texts[name])])));
            Assert.Contains(expected, error.Message, StringComparison.Ordinal);
            Assert.Contains("iconv", error.Message, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData("a.geojson")]
    [InlineData("a.topojson")]
    public async Task Texts_one_after_the_other_are_all_read(string name) =>
        Assert.Equal((2, 0), await CountAsync(_folder.Write(name, $"\u001E{Texts[name]}\n\u001E{Texts[name].Replace("\"a\"", "\"b\"", StringComparison.Ordinal)}\n")));

    [Theory]
    [InlineData("SRID=4326;POLYGON((0 0,1 0,1 1,0 0))", null)]
    [InlineData("SRID=4269;POLYGON((0 0,1 0,1 1,0 0))", null)]
    [InlineData("SRID=0;POLYGON((0 0,1 0,1 1,0 0))", null)]
    [InlineData("SRID=43260;POLYGON((0 0,1 0,1 1,0 0))", "EPSG:43260")]
    [InlineData("0103000020E6100000010000000400000000000000000000000000000000000000000000000000F03F0000000000000000000000000000F03F000000000000F03F00000000000000000000000000000000", null)]
    [InlineData("0103000020E864000001000000040000000000000000000000000000000000000000000000000000F03F0000000000000000000000000000F03F000000000000F03F00000000000000000000000000000000", "EPSG:25832")]
    public async Task The_reference_system_of_extended_text_and_binary_is_heeded(string geometry, string? refusal)
    {
        var options = _folder.Options(_folder.Write("a.csv", $"code,wkt\na,\"{geometry}\"\n"));
        if (refusal is null) Assert.Equal(1, (await MapImporter.RunAsync(options, null, CancellationToken.None)).Areas);
        else Assert.Contains(refusal, (await _folder.RefusesAsync(options)).Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("""{"type":"FeatureCollection","numberMatched":7,"numberReturned":1,"features":[FEATURE]}""", "1 of 7")]
    [InlineData("""{"type":"FeatureCollection","features":[FEATURE],"totalFeatures":2}""", "1 of 2")]
    [InlineData("""{"type":"FeatureCollection","features":[FEATURE],"totalFeatures":"unknown"}""", null)]
    [InlineData("""{"type":"FeatureCollection","links":[{"rel":"self"},{"rel":"next","href":"x"}],"features":[FEATURE]}""", "next page")]
    [InlineData("""{"type":"FeatureCollection","exceededTransferLimit":true,"features":[FEATURE]}{"type":"FeatureCollection","features":[FEATURE]}""", null)] // All pages, one after the other.
    [InlineData("""{"properties":{"exceededTransferLimit":true,"code":"a"},"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}""", null)]
    [InlineData("""{"features":[FEATURE],"properties":{"exceededTransferLimit":true},"type":"FeatureCollection"}""", "exceededTransferLimit")]
    public async Task A_collection_that_says_that_it_is_a_part_is_warned_of(string template, string? warning)
    {
        var text = template.Replace("FEATURE", """{"type":"Feature","properties":{"code":"a"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]} }""", StringComparison.Ordinal);
        var report = await _folder.ImportAsync(_folder.Write("a.geojson", text));
        if (warning is null) Assert.Empty(report.Warnings);
        else Assert.Contains(warning, Assert.Single(report.Warnings), StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_can_never_be_found_is_a_warning_or_refused()
    {
        var options = _folder.Options(_folder.Write("a.geojson", Texts["a.geojson"]));
        var report = await MapImporter.RunAsync(options with { NameField = "title", KeepFields = ["code", "height"] }, null, CancellationToken.None);
        Assert.Equal(["'title'", "'height'"], report.Warnings.Select(warning => warning.Split(' ')[5].TrimEnd(',')));
        foreach (var (unfit, option) in new[] { (options with { Where = "true" }, "--where"), (options with { GeometryField = "x" }, "--geometry"), (options with { ObjectName = "x" }, "--object") })
            Assert.Contains(option, (await _folder.RefusesAsync(unfit)).Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("\"a,b\";code;wkt\nx;1;\"POLYGON((0 0,1 0,1 1,0 0))\"\n")] // Separators within quotes count for nothing.
    [InlineData("code\twkt\n1\tPOLYGON((0 0,1 0,1 1,0 0))\n")]
    public async Task The_separator_is_the_headers_own(string text) => Assert.Equal((1, 0), await CountAsync(_folder.Write("a.csv", text)));

    private async Task<(int, int)> CountAsync(string file)
    {
        var report = await _folder.ImportAsync(file);
        return ((int)report.Areas, (int)report.SkippedCount);
    }
}
