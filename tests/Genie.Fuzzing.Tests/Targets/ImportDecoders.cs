using Genie.Geocoding;
using Genie.Geocoding.Indexing;
using Genie.Geocoding.Maps;
using Genie.Geocoding.Tests.Import;
using NetTopologySuite.IO;

namespace Genie.Fuzzing.Tests.Targets;

/// <summary>
/// Maps of every format that is read here: a file is imported, with an index that opens and answers, or refused; then the old layer stays.
/// </summary>
internal static class ImportDecoders
{
    private const string First = """{"type":"Feature","id":1,"properties":{"code":"a","name":"Ä","parentCode":"p"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]],[[0.5,0.1],[0.6,0.1],[0.6,0.2],[0.5,0.1]]]}}""";
    private const string Second = """{"geometry":{"coordinates":[[[[5,5],[6,5],[6,6.5],[5,5]]],[[[7,5],[8,5],[8,6],[7,5]]]],"type":"MultiPolygon"},"properties":{"code":"b","list":[1,{"x":null}]},"type":"Feature"}""";
    private const string FirstText = "POLYGON ((0 0, 1 0, 1 1, 0 0))";
    private const string SecondText = "MULTIPOLYGON (((5 5, 6 5, 6 6.5, 5 5)), ((7 5, 8 5, 8 6, 7 5)))";

    private static readonly byte[][] Pieces = Decoder.Texts(
        "[", "]", "{", "}", ",", ":", "\"", "null", "true", "-1", "1e999", "-0", "NaN", "180.0000001", "1e-320", "99999999999999999999", "\\u0000", "\\", "[[[[[[[[",
        "\"Polygon\"", "\"MultiPolygon\"", "\"GeometryCollection\"", "\"features\"", "\"arcs\"", "\"coordinates\"", "\"geometries\"", "\uFFFD", "\u001E", "\n", ";", "POLYGON EMPTY", "0106000000FFFFFF7F",
        "0103000000FFFFFFFF", "01EB030000");

    public static Decoder Of(string name)
    {
        var folder = new ImportFolder();
        AppDomain.CurrentDomain.ProcessExit += (_, _) => folder.Dispose();
        return new Decoder
        {
            Genuine = Decoder.Texts(Original(name)),
            Pieces = Pieces,
            Refusals = [typeof(MapFormatException)],
            AllocatedBytesMax = 256 << 20,
            Decode = (input, random) => Import(folder, name, input, random),
        };
    }

    private static string Import(ImportFolder folder, string name, byte[] input, Random random)
    {
        var path = folder.Index("county");
        var before = File.Exists(path) ? File.ReadAllBytes(path) : null;
        try
        {
            folder.ImportAsync(folder.Write(name, input)).GetAwaiter().GetResult();
        }
        catch (MapFormatException)
        {
            if (before is null || !before.AsSpan().SequenceEqual(File.ReadAllBytes(path))) throw new InvalidOperationException("A refused file changed the layer.");
            throw;
        }

        var index = LayerIndex.Open(path);
        for (var i = 0; i < 20; i++) index.AreaAt(new GeoPoint((random.NextDouble() * 180) - 90, (random.NextDouble() * 360) - 180));
        if (Directory.GetFiles(folder.Path).Length != 2) throw new InvalidOperationException("A file is left behind.");
        return index.AreaAt(new GeoPoint(0.25, 0.5))?.Code is null ? "elsewhere" : "there";
    }

    private static string Original(string name)
    {
        return name switch
        {
            "collection.geojson" => $$"""{"type":"FeatureCollection","bbox":[0,0,8,6],"features":[{{First}},{{Second}}]}""",
            "sequence.geojsons" => $"\u001E{First}\n\u001E{Second}\n",
            "topology.topojson" => """{"type":"Topology","transform":{"scale":[0.5,0.5],"translate":[0,0]},"arcs":[[[0,0],[2,0],[0,2]],[[2,2],[-2,-2]],[[4,4],[2,0],[0,2],[-2,-2]]],"objects":{"county":{"type":"GeometryCollection","geometries":[{"type":"Polygon","arcs":[[0,1]],"properties":{"code":"a"}},{"type":"MultiPolygon","arcs":[[[2]],[[-3]]],"id":"b"}]}}}""",
            "binary.csv" => $"code,name,wkb\na,\"x \"\"y\"\"\",{Hex(FirstText)}\nb,,{Hex(SecondText)}\n",
            _ => $"code;wkt\na;{FirstText}\nb;\"SRID=4326;{SecondText}\"\n",
        };

        static string Hex(string text) => Convert.ToHexString(new WKBWriter().Write(new WKTReader().Read(text)));
    }
}
