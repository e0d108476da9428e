using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Tests.Rules;
using Genie.Geocoding;
using NetTopologySuite.Geometries;

namespace Genie.Extensions.Genius.Tests.Regions;

public sealed class RegionTests
{
    private static readonly Genie.Extensions.Genius.Events.GeniusEvent AnEvent = new()
    {
        Key = "s",
        RequestKey = default,
        Kind = "k",
        Time = DateTimeOffset.UnixEpoch,
        Place = default,
    };

    [Theory]
    [InlineData(57.64911, 10.40744, "u4pruydqqvj8")]
    [InlineData(0, 0, "s0000")]
    [InlineData(-90, -180, "0000000")]
    [InlineData(90, 180, "bpbpbpbpbpbp")]
    [InlineData(-25.382708, -49.265506, "6gkzwgjz")]
    public void Geohashes_are_the_published_ones(double latitude, double longitude, string expected) =>
        Assert.Equal(expected, Geohash.Of(new GeoPoint(latitude, longitude), expected.Length));

    [Fact]
    public void A_polygon_across_the_antimeridian_is_the_narrow_one()
    {
        var fiji = RegionCondition.Polygon(new GeoPoint(-20, 176), new GeoPoint(-20, -178), new GeoPoint(-12, -178), new GeoPoint(-12, 176));

        Assert.All(new[] { 176.5, 180, -180, -178.5, 181 }, longitude => Assert.True(IsIn(fiji, -15, longitude)));
        Assert.All(new[] { 175, -177, 0 }, longitude => Assert.False(IsIn(fiji, -15, longitude)));
    }

    [Fact]
    public void A_ring_around_a_pole_has_the_pole_on_its_left()
    {
        GeoPoint[] eastwards = [new(60, -120), new(60, 0), new(60, 120)];
        var north = RegionCondition.Polygon(eastwards);
        var south = RegionCondition.Polygon([.. eastwards.Reverse()]);

        foreach (var longitude in new[] { -180.0, -120, -1, 0, 77, 120, 179.9 })
        {
            Assert.True(IsIn(north, 60, longitude));
            Assert.True(IsIn(north, 90, longitude));
            Assert.False(IsIn(north, 59.9, longitude));
            Assert.False(IsIn(south, 60, longitude));
            Assert.True(IsIn(south, 59.9, longitude));
            Assert.True(IsIn(south, -90, longitude));
        }
    }

    [Fact]
    public void A_place_on_a_border_belongs_to_one_neighbour()
    {
        PolygonRegion[] tiles = [.. from row in Enumerable.Range(0, 4) from column in Enumerable.Range(0, 4) select Square(row, column)];
        for (var latitude = 0.0; latitude < 4; latitude += 0.5)
        {
            for (var longitude = 0.0; longitude < 4; longitude += 0.5)
            {
                var holding = Enumerable.Range(0, tiles.Length).Where(i => IsIn(tiles[i], latitude, longitude));
                Assert.Equal([((int)latitude * 4) + (int)longitude], holding);
            }
        }
    }

    [Fact]
    public void A_hole_is_outside()
    {
        GeoPoint[] outer = [new(0, 170), new(0, -170), new(10, -170), new(10, 170)];
        GeoPoint[] hole = [new(4, -178), new(4, -174), new(6, -174), new(6, -178)];
        var region = new PolygonRegion([outer, hole]);

        Assert.True(IsIn(region, 5, 175));
        Assert.True(IsIn(region, 5, -172));
        Assert.False(IsIn(region, 5, -176));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Polygons_agree_with_another_library(int seed)
    {
        var random = new Random(seed);
        var factory = new GeometryFactory();
        for (var i = 0; i < 40; i++)
        {
            GeoPoint[] ring = [.. Enumerable.Range(0, 12).Select(corner =>
            {
                var (sine, cosine) = Math.SinCos(corner * Math.Tau / 12);
                var radius = 1 + (20 * random.NextDouble());
                return new GeoPoint(radius * sine, radius * cosine);
            })];
            var theirs = factory.CreatePolygon([.. ring.Append(ring[0]).Select(point => new Coordinate(point.Longitude, point.Latitude))]);
            var ours = RegionCondition.Polygon(ring);
            for (var j = 0; j < 50; j++)
            {
                var (latitude, longitude) = ((random.NextDouble() * 44) - 22, (random.NextDouble() * 44) - 22);
                Assert.Equal(theirs.Contains(factory.CreatePoint(new Coordinate(longitude, latitude))), IsIn(ours, latitude, longitude));
            }
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void A_circles_border_is_at_its_radius(int seed)
    {
        var random = new RandomRules(seed);
        for (var i = 0; i < 500; i++)
        {
            var (centre, point) = (random.NextPoint(), random.NextPoint());
            var distance = NaiveEvaluator.Haversine(centre, point);
            var slack = 1e-3 + (distance * 1e-7);
            Assert.True(IsIn(RegionCondition.Circle(centre, distance + slack), point.Latitude, point.Longitude));
            Assert.False(IsIn(RegionCondition.Circle(centre, Math.Max(distance - slack, 0)), point.Latitude, point.Longitude));
        }
    }

    private static PolygonRegion Square(int row, int column) =>
        RegionCondition.Polygon(new GeoPoint(row, column), new GeoPoint(row, column + 1), new GeoPoint(row + 1, column + 1), new GeoPoint(row + 1, column));

    /// <summary>By the index and without it, which must agree.</summary>
    private static bool IsIn(RegionCondition region, double latitude, double longitude)
    {
        var value = AnEvent with { Place = new GeoPoint(latitude, longitude) };
        var engine = new RuleEngine(new StripeGeocoder());
        engine.Put(new Rule("r", Condition.In(region)));
        var found = new List<string>();
        engine.Rules.Match(value, default, found);
        Assert.Equal(RuleEvaluator.Meets(Condition.In(region), value, default), found.Count == 1);
        return found.Count == 1;
    }
}
