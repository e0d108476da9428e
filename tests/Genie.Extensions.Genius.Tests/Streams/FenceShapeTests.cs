using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Streams.Geofences.Shapes;
using Genie.Geocoding;
using Xunit.Abstractions;

namespace Genie.Extensions.Genius.Tests.Streams;

public sealed class FenceShapeTests(ITestOutputHelper output)
{
    private const double MetresPerDegree = Math.PI * 6_371_008.771 / 180;
    private static readonly PolygonRegion Square = RegionCondition.Polygon(new(60, 10), new(60, 10.2), new(60.1, 10.2), new(60.1, 10));

    [Theory]
    [InlineData(60.05, 10.1, -0.05)]
    [InlineData(60.05, 10.3, 0.05)]
    [InlineData(60.05, 9.9, 0.05)]
    [InlineData(60.3, 10.1, 0.2)]
    [InlineData(60.05, 370.1, -0.05)]
    public void The_distance_to_a_polygons_border_is_the_shortest_and_negative_inside(double latitude, double longitude, double degrees) =>
        Assert.Equal(degrees * MetresPerDegree, Assert.Single(FenceShape.Of(Condition.In(Square))).MetresTo(new GeoPoint(latitude, longitude)), Math.Abs(degrees) * MetresPerDegree * 0.01);

    [Fact]
    public void The_distance_to_a_circles_border_is_that_to_its_centre_less_the_radius()
    {
        var shape = Assert.Single(FenceShape.Of(Condition.In(RegionCondition.Circle(new(89.999, 179.9), 50))));

        Assert.Equal(-50, shape.MetresTo(new(89.999, -180.1)), 0.01);
        Assert.Equal((0.002 * MetresPerDegree) - 50, shape.MetresTo(new(89.999, -0.1)), 0.01);
    }

    [Fact]
    public void What_is_no_region_of_an_outline_has_none()
    {
        Assert.Empty(FenceShape.Of(Condition.In(RegionCondition.County("42101"))));
        Assert.Empty(FenceShape.Of(Condition.Kind("moved") & Condition.In(Square)));
        Assert.Empty(FenceShape.Of(Condition.In(Square) | Condition.In(RegionCondition.County("42101"))));
        Assert.Equal(3, FenceShape.Of(Condition.In(Square) | Condition.In(RegionCondition.Circle(new(1, 2), 3)) | Condition.In(RegionCondition.Cell("dr4e"))).Count);
    }

    [Fact]
    public void A_way_that_touches_a_corner_or_ends_inside_crosses_nothing()
    {
        var shape = Assert.Single(FenceShape.Of(Condition.In(Square)));

        Assert.Null(shape.Cross(new FencePath(new(59.9, 10), new(60.1, 9.8))));
        Assert.Null(shape.Cross(new FencePath(new(59.9, 10.1), new(60.05, 10.1))));
        Assert.Null(shape.Cross(new FencePath(new(60.05, 10.1), new(60.05, 10.1))));
        var (from, to) = shape.Cross(new FencePath(new(60.05, 9.9), new(60.05, 370.3)))!.Value;
        Assert.Equal((0.25, 0.75), (Math.Round(from, 9), Math.Round(to, 9)));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Ways_cross_the_shapes_in_which_some_place_of_theirs_lies(int seed)
    {
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        var crossings = 0;
        for (var i = 0; i < 400; i++)
        {
            var origin = new GeoPoint(random.Next(-70, 70), random.Next(2) == 0 ? 179.99 : random.Next(-180, 180));
            GeoPoint Somewhere() => new(origin.Latitude + (random.NextDouble() * 0.1), origin.Longitude + (random.NextDouble() * 0.1));
            RegionCondition region = random.Next(3) switch
            {
                0 => RegionCondition.Circle(Somewhere(), 200 + (random.NextDouble() * 4000)),
                1 => RegionCondition.Cell(Geohash.Of(Somewhere(), 5)),
                _ => RegionCondition.Polygon([.. Enumerable.Range(0, 3 + random.Next(4)).Select(_ => Somewhere())]),
            };
            var path = new FencePath(Somewhere(), Somewhere());
            var part = Assert.Single(FenceShape.Of(Condition.In(region))).Cross(path);
            if (part is not null) crossings++;
            Expect(region, path, part);
        }

        Assert.InRange(crossings, 40, 360);
    }

    private static void Expect(RegionCondition region, in FencePath path, (double From, double To)? part)
    {
        const int Steps = 400;
        var (from, to) = (path.From, path.To);
        var inside = Enumerable.Range(0, Steps + 1).Select(i => (double)i / Steps)
            .Where(step => IsIn(region, new(from.Latitude + (step * (to.Latitude - from.Latitude)), from.Longitude + (step * (to.Longitude - from.Longitude))))).ToList();
        if (IsIn(region, from) || IsIn(region, to)) Assert.Null(part);
        else if (inside.Count == 0) Assert.True(part is null || MaxGap(part.Value) < 0.1, $"{region} is no place of {path}, but {part}");
        else
        {
            Assert.NotNull(part);
            Assert.InRange(inside[0], part.Value.From - 0.005, part.Value.From + 0.1);
            Assert.InRange(inside[^1], part.Value.To - 0.1, part.Value.To + 0.005);
        }
    }

    // What samples miss is shorter than their distance, but a polygon that crosses itself can be left and entered again in between.
    private static double MaxGap((double From, double To) part) => part.To - part.From;

    private static bool IsIn(RegionCondition region, GeoPoint place) => RuleEvaluator.Meets(
        Condition.In(region),
        new Genie.Extensions.Genius.Events.GeniusEvent { Key = "s", RequestKey = default, Kind = "k", Time = DateTimeOffset.UnixEpoch, Place = place },
        default);
}
