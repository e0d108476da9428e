using System.IO.Compression;
using System.Text;
using Genie.Geocoding.Maps.Import;

namespace Genie.Geocoding.Tests.Import;

/// <summary>Files that are damaged, or not what they should be: each is refused with what is wrong and what to do.</summary>
public sealed class RefusalTests : IDisposable
{
    private const string Square = """{"type":"Feature","properties":{"code":"a","name":"A"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]} }""";
    private const string Metres = """{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3857"} }""";

    private readonly ImportFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("a.geojson")]
    [InlineData("a.csv")]
    [InlineData("a.topojson")]
    public async Task A_compressed_file_with_a_damaged_end_is_refused(string name)
    {
        var text = name switch
        {
            "a.csv" => "code,wkt\na,\"POLYGON((0 0,1 0,1 1,0 0))\"\n",
            "a.topojson" => """{"type":"Topology","arcs":[[[0,0],[1,0],[1,1],[0,0]]],"objects":{"a":{"type":"Polygon","arcs":[[0]],"properties":{"code":"a"} } } }""",
            _ => $$"""{"type":"FeatureCollection","features":[{{Square}}]}""",
        };
        var packed = Pack(text);
        await _folder.ImportAsync(_folder.Write(name + ".gz", packed));
        packed[^6] ^= 0x55;
        Assert.Contains("damaged", (await _folder.RefusesAsync(_folder.Options(_folder.Write(name + ".gz", packed)))).Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("""{"type":"FeatureCollection","crs":CRS,"features":[FEATURE]}""")]
    [InlineData("""{"type":"FeatureCollection","features":[FEATURE],"crs":CRS}""")]
    [InlineData("""{"crs":CRS,"type":"Feature","properties":{"code":"b"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]} }""")]
    [InlineData("""{"type":"Feature","properties":{"code":"b"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]],"crs":CRS} }""")]
    public async Task Another_reference_system_is_heeded_wherever_it_stands(string template)
    {
        var text = template.Replace("FEATURE", Square, StringComparison.Ordinal);
        var error = await _folder.RefusesAsync(_folder.Options(_folder.Write("a.geojson", text.Replace("CRS", Metres, StringComparison.Ordinal))));
        Assert.Contains("3857", error.Message, StringComparison.Ordinal);
        Assert.Equal(1, (await _folder.ImportAsync(_folder.Write("b.geojson", text.Replace("CRS", Metres.Replace("3857", "4326", StringComparison.Ordinal), StringComparison.Ordinal)))).Areas);
    }

    [Fact]
    public async Task A_topology_with_another_reference_system_is_refused()
    {
        var text = $$"""{"type":"Topology","crs":{{Metres}},"arcs":[[[0,0],[1,0],[1,1],[0,0]]],"objects":{"a":{"type":"Polygon","arcs":[[0]],"properties":{"code":"a"} } } }""";
        Assert.Contains("3857", (await _folder.RefusesAsync(_folder.Options(_folder.Write("a.topojson", text)))).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Latin_1_is_told()
    {
        var csv = Encoding.Latin1.GetBytes("code,name,wkt\na,Zürich,\"POLYGON((0 0,1 0,1 1,0 0))\"\n");
        Assert.Contains("Latin-1", (await _folder.RefusesAsync(_folder.Options(_folder.Write("a.csv", csv)))).Message, StringComparison.Ordinal);
        var json = Encoding.Latin1.GetBytes(Square.Replace("\"A\"", "\"Zürich\"", StringComparison.Ordinal));
        Assert.Contains("Latin-1", (await _folder.RefusesAsync(_folder.Options(_folder.Write("a.geojson", json)))).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task More_rows_left_out_than_allowed_end_the_import_and_the_old_layer_stays()
    {
        await _folder.ImportAsync(_folder.Write("a.geojsonl", Square));
        var worse = _folder.Write("b.geojsonl", Square.Replace("\"a\"", "\"b\"", StringComparison.Ordinal) + """{"type":"Feature","properties":{"code":"zero \u0000"},"geometry":null}""" + """{"type":"Feature","properties":{"code":"p"},"geometry":{"type":"Point","coordinates":[1,1]} }""");
        Assert.Contains("more than the 1 rows", (await _folder.RefusesAsync(_folder.Options(worse) with { MaxSkipped = 1 })).Message, StringComparison.Ordinal);
        Assert.Equal("a", _folder.At(0.5, 0.5));
        Assert.Equal(2, (await MapImporter.RunAsync(_folder.Options(worse) with { MaxSkipped = 2 }, null, CancellationToken.None)).SkippedCount);
        Assert.Equal("b", _folder.At(0.5, 0.5));
    }

    private static byte[] Pack(string text)
    {
        using var stream = new MemoryStream();
        using (var gzip = new GZipStream(stream, CompressionMode.Compress)) gzip.Write(Encoding.UTF8.GetBytes(text));
        return stream.ToArray();
    }
}
