using Genie.Geocoding.Maps;

namespace Genie.Geocoding.Tests;

/// <summary>Shapes made by hand: holes, islands, overlaps, and places where very many areas meet.</summary>
public sealed class ShapesTests
{
    [Fact]
    public void A_hole_is_outside_and_an_island_in_it_inside()
    {
        var layer = Layer(("a", [Square(0, 0, 10), Square(2, 2, 6), Square(4, 4, 2)]), ("b", [Square(2, 2, 6), Square(4, 4, 2)]));
        var index = BuiltIn.Index(layer);
        Assert.Equal("a", At(1, 1));
        Assert.Equal("b", At(3, 3));
        Assert.Equal("a", At(5, 5));
        Assert.Null(At(11, 5));

        string? At(double x, double y) => index.AreaAt(new GeoPoint(y, x))?.Code;
    }

    [Fact]
    public void A_border_belongs_to_the_area_east_of_it_or_north_where_it_runs_east_west()
    {
        // Four squares around (0, 0), which is a corner of root cells too, and around (1, 1), which is not.
        foreach (var middle in new[] { 0.0, 1.0 })
        {
            var layer = Layer(("sw", [Square(middle - 1, middle - 1, 1)]), ("se", [Square(middle, middle - 1, 1)]), ("nw", [Square(middle - 1, middle, 1)]), ("ne", [Square(middle, middle, 1)]));
            var index = BuiltIn.Index(layer);
            Assert.Equal("ne", At(middle, middle));
            Assert.Equal("ne", At(middle, middle + 0.5));
            Assert.Equal("ne", At(middle + 0.5, middle));
            Assert.Equal("se", At(middle, middle - 0.5));
            Assert.Equal("nw", At(middle - 0.5, middle));
            Assert.Equal("nw", At(Math.BitDecrement(middle), middle));
            Assert.Equal("se", At(middle, Math.BitDecrement(middle)));
            Assert.Equal("sw", At(Math.BitDecrement(middle), Math.BitDecrement(middle)));
            Assert.Equal("sw", At(middle - 1, middle - 1));
            Assert.Null(At(middle + 1, middle));
            Assert.Null(At(middle, middle + 1));

            string? At(double x, double y) => index.AreaAt(new GeoPoint(y, x))?.Code;
        }
    }

    [Fact]
    public void Where_areas_overlap_the_smallest_code_answers()
    {
        var index = BuiltIn.Index(Layer(("b", [Square(0, 0, 10)]), ("a", [Square(5, 5, 10)]), ("c", [Square(-5, -5, 30)])));
        Assert.Equal("b", index.AreaAt(new GeoPoint(2, 2))?.Code);
        Assert.Equal("a", index.AreaAt(new GeoPoint(7, 7))?.Code);
        Assert.Equal("a", index.AreaAt(new GeoPoint(12, 12))?.Code);
        Assert.Equal("c", index.AreaAt(new GeoPoint(-1, 2))?.Code);
    }

    [Fact]
    public void Parts_of_one_area_may_overlap_without_making_a_hole()
    {
        var area = new MapArea("a", "a", [], [new MapPolygon([Square(0, 0, 10)]), new MapPolygon([Square(5, 5, 10)])]);
        var index = BuiltIn.Index(new MapLayer("test", [area]));
        Assert.Equal("a", index.AreaAt(new GeoPoint(7, 7))?.Code);
    }

    [Theory]
    [InlineData(15)]
    [InlineData(100)]
    public void A_hundred_areas_may_meet_in_one_point(int slices)
    {
        // More than one record of a cell can name: the cell has several in a row.
        (double X, double Y) Rim(int i) => (7.3 + Math.Cos(2 * Math.PI * i / slices), 3.1 + Math.Sin(2 * Math.PI * i / slices));
        var layer = new MapLayer("test", [.. Enumerable.Range(0, slices).Select(i => new MapArea($"{i:000}", "", [], [new MapPolygon([[7.3, 3.1, Rim(i).X, Rim(i).Y, Rim((i + 1) % slices).X, Rim((i + 1) % slices).Y]])]))]);
        var (search, index) = (new PlainSearch(layer), BuiltIn.Index(layer));
        var random = new Random(1);
        for (var i = 0; i < 5000; i++)
        {
            var distance = Math.Pow(10, -8 * random.NextDouble());
            var angle = 2 * Math.PI * random.NextDouble();
            var (x, y) = (7.3 + (distance * Math.Cos(angle)), 3.1 + (distance * Math.Sin(angle)));
            Assert.Equal(search.Find(x, y)?.Code, index.AreaAt(new GeoPoint(y, x))?.Code);
        }

        Assert.Equal(search.Find(7.3, 3.1)?.Code, index.AreaAt(new GeoPoint(3.1, 7.3))?.Code);
    }

    [Fact]
    public void Many_short_borders_in_one_cell_are_all_tested()
    {
        // A comb of 2,000 teeth in a thousandth of a degree.
        var ring = new List<double>();
        for (var i = 0; i < 2000; i++) ring.AddRange([50 + (i * 1e-6), 20.001, 50 + (i * 1e-6), 20.0001, 50 + (i * 1e-6) + 4e-7, 20.0001, 50 + (i * 1e-6) + 4e-7, 20.001]);
        ring.AddRange([50.002, 20.002, 50, 20.002]);
        var layer = Layer(("comb", [[.. ring]]));
        var (search, index) = (new PlainSearch(layer), BuiltIn.Index(layer));
        var random = new Random(2);
        for (var i = 0; i < 2000; i++)
        {
            var (x, y) = (50 + (random.NextDouble() * 0.002), 20 + (random.NextDouble() * 0.002));
            Assert.Equal(search.Find(x, y)?.Code, index.AreaAt(new GeoPoint(y, x))?.Code);
        }
    }

    [Fact]
    public void An_area_may_reach_all_around_and_to_both_poles()
    {
        var index = BuiltIn.Index(Layer(("all", [[-180, -90, 180, -90, 180, 90, -180, 90]])));
        foreach (var latitude in new[] { -90, -89.999, -45, 0, 45, 89.999, 90 })
            foreach (var longitude in new[] { -180, -179.999, -90, 0, 90, 179.999, Math.BitDecrement(180.0), 180 })
                Assert.Equal("all", index.AreaAt(new GeoPoint(latitude, longitude))?.Code);
    }

    [Fact]
    public void Closing_vertices_repeated_vertices_and_spikes_change_nothing()
    {
        double[] plain = [0, 0, 3, 0, 3, 3, 0, 3];
        double[] odd = [0, 0, 3, 0, 3, 0, 3, 0, 5, 1, 3, 0, 3, 3, 0, 3, 0, 3, 0, 0, 0, 0];
        var (a, b) = (BuiltIn.Index(Layer(("a", [plain]))), BuiltIn.Index(Layer(("a", [odd]))));
        for (var x = -0.5; x < 6; x += 0.25)
            for (var y = -0.5; y < 4; y += 0.25)
                Assert.Equal(a.AreaAt(new GeoPoint(y, x))?.Code, b.AreaAt(new GeoPoint(y, x))?.Code);
    }

    [Theory]
    [InlineData(181, 0)]
    [InlineData(0, 91)]
    [InlineData(double.NaN, 0)]
    public void A_map_with_a_place_off_the_Earth_is_refused(double x, double y)
    {
        var error = Assert.Throws<MapFormatException>(() => BuiltIn.Index(Layer(("bad one", [[0, 0, 1, 0, x, y]]))));
        Assert.Contains("bad one", error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0.25)]
    [InlineData(1e-9)]
    [InlineData(-0.25)]
    public void The_smallest_double_beside_a_vertex_is_on_its_own_side_of_a_border(double slope)
    {
        // Products of such numbers underflow; found by a random partition.
        double[] west = [-1, 0, 0, 0, slope, 1, -1, 1];
        double[] east = [0, 0, 1, 0, 1, 1, slope, 1];
        var layer = Layer(("west", [west]), ("east", [east]));
        var (search, index) = (new PlainSearch(layer), BuiltIn.Index(layer));
        foreach (var x in new[] { 0, double.Epsilon, -double.Epsilon, 3 * double.Epsilon, 1e-310, -1e-310 })
            foreach (var y in new[] { 0, double.Epsilon, 2 * double.Epsilon, 1e-310 })
                Assert.Equal(search.Find(x, y)?.Code, index.AreaAt(new GeoPoint(y, x))?.Code);
    }

    [Fact]
    public void An_empty_map_answers_nothing() => Assert.Null(BuiltIn.Index(new MapLayer("none", [])).AreaAt(new GeoPoint(1, 1)));

    private static double[] Square(double x, double y, double size) => [x, y, x + size, y, x + size, y + size, x, y + size];

    private static MapLayer Layer(params (string Code, double[][] Rings)[] areas) =>
        new("test", [.. areas.Select(area => new MapArea(area.Code, area.Code, [], [new MapPolygon(area.Rings)]))]);
}
