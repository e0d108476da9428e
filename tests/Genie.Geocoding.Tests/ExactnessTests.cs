using Genie.Geocoding.Indexing;
using Genie.Geocoding.Maps;
using Genie.Geocoding.Sampling;
using Xunit.Abstractions;

namespace Genie.Geocoding.Tests;

/// <summary>The index answers what a plain search over the same coordinates answers, for every double.</summary>
public sealed class ExactnessTests(ITestOutputHelper output)
{
    [Theory]
    [InlineData("us", "a3cbee20d7c18261", "3f62318c58dc32ea", 544_651)]
    [InlineData("world", "22892d86b81dc1d1", "f314d59faf1d2f55", 287_590)]
    public void A_million_random_points_hash_as_with_an_R_tree_and_plain_point_in_polygon(string area, string answers, string pointsHash, int hits)
    {
        // The hashes are those that Rust's rstar and geo give on the counties, and PlainSearch on the divisions.
        var index = area == "us" ? BuiltIn.CountyIndex : BuiltIn.StateIndex;
        var points = SamplePoints.Make(area, 1_000_000, seed: 1);
        var areas = points.Select(index.AreaAt).ToArray();
        Assert.Equal(pointsHash, SamplePoints.HashOf(points));
        Assert.Equal(answers, SamplePoints.HashOf(areas.Select(found => found?.Code)));
        Assert.Equal(hits, areas.Count(found => found is not null));
    }

    [Theory]
    [InlineData("county")]
    [InlineData("state")]
    public void Points_on_vertices_and_edges_and_a_double_beside_them_agree_with_whole_number_arithmetic(string layer)
    {
        var (map, index) = layer == "county" ? (BuiltIn.Counties, BuiltIn.CountyIndex) : (BuiltIn.States, BuiltIn.StateIndex);
        Compare(map, index, HardPoints.Of(map, 12_000, Seed()));
    }

    [Theory]
    [InlineData("county")]
    [InlineData("state")]
    public void Points_on_the_borders_of_grid_cells_agree_with_whole_number_arithmetic(string layer)
    {
        var (map, index) = layer == "county" ? (BuiltIn.Counties, BuiltIn.CountyIndex) : (BuiltIn.States, BuiltIn.StateIndex);
        var random = new Random(Seed());
        double Snap(double value) => HardPoints.Step(Math.Round(value * 128 / 2.8125) * 2.8125 / 128, random.Next(-1, 2));
        Compare(map, index, HardPoints.Of(map, 6_000, Seed()).Select(p => (Snap(p.X), p.Y)).Concat(HardPoints.Of(map, 6_000, Seed()).Select(p => (p.X, Snap(p.Y)))));
    }

    private static void Compare(MapLayer map, LayerIndex index, IEnumerable<(double X, double Y)> places)
    {
        var search = new PlainSearch(map);
        foreach (var (x, y) in places.Where(p => p.X is >= -180 and < 180 && p.Y is >= -90 and < 90))
        {
            var expected = search.Find(x, y)?.Code;
            var actual = index.AreaAt(new GeoPoint(y, x))?.Code;
            Assert.True(expected == actual, $"({y:R}, {x:R}): expected '{expected}', found '{actual}'");
        }
    }

    private int Seed()
    {
        var seed = Random.Shared.Next();
        output.WriteLine($"seed {seed}");
        return seed;
    }
}
