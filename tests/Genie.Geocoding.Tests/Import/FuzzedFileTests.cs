using System.Text;
using Genie.Geocoding.Indexing;
using Genie.Geocoding.Maps;
using Genie.Geocoding.Maps.Import;
using NetTopologySuite.IO;

namespace Genie.Geocoding.Tests.Import;

/// <summary>
/// Files of every format, changed at random: each is imported, with an index that opens and answers, or refused with the library's
/// own exception; the old layer stays then.
/// </summary>
public sealed class FuzzedFileTests : IDisposable
{
    private const int UsualRounds = 120;
    private static readonly int Rounds = Number("GENIE_FUZZ_ROUNDS", UsualRounds);

    private static readonly string[] Pieces =
    [
        "[", "]", "{", "}", ",", ":", "\"", "null", "true", "-1", "1e999", "-0", "NaN", "180.0000001", "1e-320", "99999999999999999999", "\\u0000", "\\", "[[[[[[[[",
        "\"Polygon\"", "\"MultiPolygon\"", "\"GeometryCollection\"", "\"features\"", "\"arcs\"", "\"coordinates\"", "\"geometries\"", "\uFFFD", "\u001E", "\n", ";", "POLYGON EMPTY", "0106000000FFFFFF7F",
        "0103000000FFFFFFFF", "01EB030000",
    ];

    private readonly ImportFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("collection.geojson")]
    [InlineData("sequence.geojsons")]
    [InlineData("topology.topojson")]
    [InlineData("binary.csv")]
    [InlineData("text.csv")]
    public async Task A_changed_file_is_imported_or_refused(string name)
    {
        var seed = Number("GENIE_FUZZ_SEED", 1);
        var random = new Random(seed);
        var original = Encoding.UTF8.GetBytes(Original(name));
        await _folder.ImportAsync(_folder.Write(name, original));
        Assert.Equal("a", _folder.At(0.5, 0.25));
        var (imported, refused) = (0, 0);
        for (var round = 0; round < Rounds; round++)
        {
            var changed = Change(original, random);
            var file = _folder.Write(name, changed);
            var before = File.ReadAllBytes(_folder.Index("county"));
            try
            {
                await _folder.ImportAsync(file);
                imported++;
                var index = LayerIndex.Open(_folder.Index("county"));
                for (var i = 0; i < 20; i++) index.AreaAt(new GeoPoint((random.NextDouble() * 180) - 90, (random.NextDouble() * 360) - 180));
            }
            catch (MapFormatException)
            {
                refused++;
                Assert.Equal(before, File.ReadAllBytes(_folder.Index("county")));
            }
            catch (Exception error)
            {
                Assert.Fail($"seed {seed}, round {round}: {error}\n{Encoding.UTF8.GetString(changed)}");
            }
        }

        // Both must have happened, or the changes were too wild or too tame to test anything.
        Assert.True(imported > Rounds / 50 && refused > Rounds / 50, $"{imported} imported, {refused} refused");
        Assert.Equal(2, Directory.GetFiles(_folder.Path).Length);
    }

    [Fact]
    public void Reading_row_by_row_holds_little_of_a_large_file()
    {
        const int Features = 10_000;
        using var stream = new ManyFeatures(Features);
        using var source = new GeoJsonSource(stream);
        var rows = 0;
        while (source.Next() is { } feature)
        {
            Assert.Null(feature.Problem);
            rows++;
        }

        Assert.Equal(Features, rows);
        Assert.InRange(stream.Written, 15_000_000, 30_000_000);
        Assert.InRange(source.BufferBytes, 1, 1_000_000);
    }

    private static int Number(string variable, int otherwise) =>
        Environment.GetEnvironmentVariable(variable) is { Length: > 0 } text ? int.Parse(text, System.Globalization.CultureInfo.InvariantCulture) : otherwise;

    private static byte[] Change(byte[] original, Random random)
    {
        var bytes = new List<byte>(original);
        for (var change = random.Next(1, 4); change > 0 && bytes.Count > 0; change--)
        {
            var place = random.Next(bytes.Count);
            switch (random.Next(6))
            {
                case 0:
                    bytes[place] = (byte)random.Next(256);
                    break;
                case 1:
                    bytes.RemoveRange(place, Math.Min(random.Next(1, 20), bytes.Count - place));
                    break;
                case 2:
                    bytes.InsertRange(place, Encoding.UTF8.GetBytes(Pieces[random.Next(Pieces.Length)]));
                    break;
                case 3:
                    bytes.InsertRange(place, bytes.GetRange(random.Next(bytes.Count / 2), Math.Min(random.Next(1, 60), bytes.Count / 2)));
                    break;
                case 4:
                    bytes.RemoveRange(place, bytes.Count - place);
                    break;
                default:
                    var piece = Encoding.UTF8.GetBytes(Pieces[random.Next(Pieces.Length)]);
                    for (var i = 0; i < piece.Length && place + i < bytes.Count; i++) bytes[place + i] = piece[i];
                    break;
            }
        }

        return [.. bytes];
    }

    private static string Original(string name)
    {
        const string First = """{"type":"Feature","id":1,"properties":{"code":"a","name":"Ä","parentCode":"p"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]],[[0.5,0.1],[0.6,0.1],[0.6,0.2],[0.5,0.1]]]}}""";
        const string Second = """{"geometry":{"coordinates":[[[[5,5],[6,5],[6,6.5],[5,5]]],[[[7,5],[8,5],[8,6],[7,5]]]],"type":"MultiPolygon"},"properties":{"code":"b","list":[1,{"x":null}]},"type":"Feature"}""";
        const string FirstText = "POLYGON ((0 0, 1 0, 1 1, 0 0))";
        const string SecondText = "MULTIPOLYGON (((5 5, 6 5, 6 6.5, 5 5)), ((7 5, 8 5, 8 6, 7 5)))";
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

    /// <summary>A collection that is made while it is read.</summary>
    private sealed class ManyFeatures(int count) : TextStream
    {
        private readonly string _ring = string.Join(",", Enumerable.Range(0, 50).Select(i => FormattableString.Invariant($"[{Math.Cos(i / 8.0)},{Math.Sin(i / 8.0)}]")));
        private int _next = -1;

        protected override string? NextText()
        {
            var i = _next++;
            if (i < 0) return """{"type":"FeatureCollection","features":[""";
            if (i == count) return "]}";
            return i > count ? null : $$"""{{(i > 0 ? "," : "")}}{"type":"Feature","properties":{"code":"{{i}}"},"geometry":{"type":"Polygon","coordinates":[[{{_ring}}]]} }""";
        }
    }
}
