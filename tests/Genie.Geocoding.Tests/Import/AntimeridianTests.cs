using Genie.Geocoding.Maps;
using Genie.Geocoding.Maps.Import;
using Xunit.Abstractions;

namespace Genie.Geocoding.Tests.Import;

/// <summary>Shapes that cross the antimeridian, or go around a pole, however their file writes longitudes.</summary>
public sealed class AntimeridianTests(ITestOutputHelper output) : IDisposable
{
    private readonly ImportFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("[[170,60],[-170,60],[-170,70],[170,70],[170,60]]")] // An edge the long way round.
    [InlineData("[[170,60],[190,60],[190,70],[170,70],[170,60]]")] // From 0 to 360.
    [InlineData("[[-190,60],[-170,60],[-170,70],[-190,70],[-190,60]]")]
    [InlineData("[[-170,70],[170,70],[170,60],[-170,60],[-170,70]]")] // The other way round, another beginning.
    public async Task A_shape_across_is_cut_and_covers_both_sides_and_nothing_else(string ring)
    {
        var report = await ImportAsync(ring);
        Assert.Equal((1, 1, 0), (report.CutCount, report.Areas, report.SkippedCount));
        foreach (var x in new[] { 170.5, 179.9, 180, -180, -179.9, -170.5 }) Assert.Equal("a", _folder.At(x, 65));
        foreach (var (x, y) in new[] { (169.9, 65.0), (-169.9, 65.0), (0.0, 65.0), (90.0, 65.0), (-90.0, 65.0), (180.0, 71.0), (180.0, 59.0) }) Assert.Null(_folder.At(x, y));
    }

    [Fact]
    public async Task A_hole_across_is_cut_with_its_shell()
    {
        await ImportAsync("[[170,60],[-170,60],[-170,70],[170,70],[170,60]],[[-179,64],[-179,66],[179,66],[179,64],[-179,64]]");
        foreach (var x in new[] { 179.5, 180, -179.5 }) Assert.Null(_folder.At(x, 65));
        foreach (var x in new[] { 178.5, -178.5 }) Assert.Equal("a", _folder.At(x, 65));
        Assert.Equal("a", _folder.At(180, 67));
    }

    [Theory]
    [InlineData("[[-180,-70],[-90,-72],[0,-71],[90,-75],[180,-70]]", true)] // A coast that ends where it began, one turn later.
    [InlineData("[[-170,-70],[-90,-72],[0,-71],[90,-75],[170,-70]]", true)]
    [InlineData("[[-180,-70],[-90,-72],[0,-71],[90,-75],[180,-70],[180,-90],[-180,-90],[-180,-70]]", false)] // One that the file has closed over the pole.
    public async Task A_ring_around_a_pole_holds_the_pole(string ring, bool isCut)
    {
        Assert.Equal(isCut ? 1 : 0, (await ImportAsync(ring)).CutCount);
        for (var x = -180.0; x < 180; x += 7.3)
        {
            Assert.Equal("a", _folder.At(x, -90));
            Assert.Equal("a", _folder.At(x, -80));
            Assert.Null(_folder.At(x, -60));
            Assert.Null(_folder.At(x, 80));
        }
    }

    [Theory]
    [InlineData("[[-180,10],[180,10],[180,20],[0,20],[-180,20],[-180,10]]")] // One long edge, and the way back in steps.
    [InlineData("[[-180,10],[-60,10],[60,10],[180,10],[180,20],[60,20],[-60,20],[-180,20],[-180,10]]")]
    [InlineData("[[-180,10],[-60,10],[60,10],[-180,10]],[[-180,20],[-60,20],[60,20],[-180,20]]")] // On a sphere: a ring on either side.
    [InlineData("[[-180,20],[60,20],[-60,20],[-180,20]],[[-180,10],[-60,10],[60,10],[-180,10]]")]
    public async Task A_band_around_the_Earth_is_a_band_however_it_is_written(string rings)
    {
        await ImportAsync(rings);
        foreach (var x in new[] { -180.0, -90, 0, 90, 179 })
        {
            Assert.Equal("a", _folder.At(x, 15));
            foreach (var y in new[] { -89.0, 9, 21, 89 }) Assert.Null(_folder.At(x, y));
        }
    }

    [Fact]
    public async Task A_band_over_the_equator_is_not_what_lies_beyond_it()
    {
        await ImportAsync("[[-180,-10],[-60,-10],[60,-10],[-180,-10]],[[-180,20],[-60,20],[60,20],[-180,20]]");
        foreach (var (y, code) in new[] { (0.0, "a"), (-20, null), (30, null), (89, null), (-89, null) }) Assert.Equal(code, _folder.At(12, y));
    }

    [Fact]
    public async Task A_polygon_of_which_the_cut_leaves_nothing_is_told()
    {
        var file = _folder.Write("a.geojson", """{"type":"Feature","properties":{"code":"a"},"geometry":{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]],[[[-180,5],[180,5],[180,5],[-180,5]]]]} }""");
        var report = await _folder.ImportAsync(file);
        Assert.Contains("of 1 of its polygons the cut there leaves nothing", Assert.Single(report.Repaired).Text, StringComparison.Ordinal);
        Assert.Equal("a", _folder.At(0.9, 0.5));
        Assert.Contains("leaves nothing", Assert.Single((await MapImporter.RunAsync(_folder.Options(_folder.Write("b.geojsonl", await File.ReadAllTextAsync(file) + """{"type":"Feature","properties":{"code":"b"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]} }""")) with { InvalidShapes = InvalidShapes.Skip }, null, CancellationToken.None)).Skipped).Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("[[2,2],[2,3],[3,3],[3,2],[2,2]],[[0,0],[5,0],[5,5],[0,5],[0,0]]")] // The hole first.
    [InlineData("[[0,0],[5,0],[5,5],[0,5],[0,0]],[[2,2],[2,3],[3,3],[3,2],[2,2]]")]
    public async Task The_shell_is_the_ring_around_the_others(string rings)
    {
        var report = await ImportAsync(rings);
        Assert.Equal((0, 1), (report.RepairedCount, report.Areas));
        Assert.Equal(("a", null), (_folder.At(1, 1), _folder.At(2.5, 2.5)));
    }

    [Fact]
    public async Task A_box_around_the_Earth_and_shapes_that_were_cut_stay_as_they_are()
    {
        var report = await ImportAsync("[[-180,10],[180,10],[180,20],[-180,20],[-180,10]]");
        Assert.Equal(0, report.CutCount);
        foreach (var x in new[] { -180.0, -90, 0, 90, 179 }) Assert.Equal("a", _folder.At(x, 15));
        Assert.Null(_folder.At(0, 25));
        report = await ImportAsync("[[170,60],[180,60],[180,70],[170,70],[170,60]]");
        Assert.Equal(0, report.CutCount);
    }

    [Fact]
    public async Task What_rounding_has_put_beyond_the_antimeridian_is_taken()
    {
        var report = await ImportAsync("[[170,60],[180.0000001,60],[180.0000001,70],[170,70],[170,60]]");
        Assert.Equal((0, 1), (report.CutCount, report.Areas));
        Assert.Equal("a", _folder.At(179.99, 65));
        Assert.Null(_folder.At(-179.99, 65));
        Assert.Contains("within longitude -360 to 360", (await _folder.RefusesAsync(_folder.Options(Write("[[500000,60],[500001,60],[500001,70],[500000,60]]")))).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_built_in_divisions_need_no_cut() =>
        Assert.All(BuiltIn.States.Areas, area =>
        {
            var cut = Antimeridian.Cut(area.Polygons);
            Assert.Same(area.Polygons, cut.Polygons);
            Assert.False(cut.IsCut);
        });

    [Fact]
    public void Star_shapes_anywhere_are_the_same_shapes_wherever_their_longitudes_are_counted_from()
    {
        var seed = Random.Shared.Next();
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        for (var round = 0; round < 300; round++)
        {
            var (middleX, middleY) = ((random.NextDouble() * 40) + 160, (random.NextDouble() * 100) - 50);
            var star = Enumerable.Range(0, 12).Select(i => (Angle: i * Math.PI / 6, Radius: 1 + (random.NextDouble() * 15)))
                .SelectMany(point => new[] { middleX + (point.Radius * Math.Cos(point.Angle)), middleY + (point.Radius * Math.Sin(point.Angle)) }).ToArray();
            var wrapped = star.Select((value, i) => i % 2 == 0 && value > 180 ? value - 360 : value).ToArray();
            var (cut, whole) = (Antimeridian.Cut([new MapPolygon([wrapped])]).Polygons, new PlainSearch(new MapLayer("a", [new MapArea("a", "a", [], [new MapPolygon([star])])])));
            var found = new PlainSearch(new MapLayer("a", [new MapArea("a", "a", [], cut)]));
            for (var i = 0; i < 40; i++)
            {
                var (x, y) = (middleX + ((random.NextDouble() - 0.5) * 34), middleY + ((random.NextDouble() - 0.5) * 34));
                Assert.Equal(whole.Find(x, y)?.Code, found.Find(x > 180 ? x - 360 : x, y)?.Code);
            }
        }
    }

    private Task<MapImportReport> ImportAsync(string rings) => _folder.ImportAsync(Write(rings));

    private string Write(string rings) => _folder.Write("a.geojson", $$"""{"type":"Feature","properties":{"code":"a"},"geometry":{"type":"Polygon","coordinates":[{{rings}}]} }""");
}
