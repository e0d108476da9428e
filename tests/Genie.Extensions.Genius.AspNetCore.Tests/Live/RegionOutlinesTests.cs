using Genie.Extensions.Genius.AspNetCore.Live;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Geocoding;
using Xunit.Abstractions;

namespace Genie.Extensions.Genius.AspNetCore.Tests.Live;

public sealed class RegionOutlinesTests(ITestOutputHelper output)
{
    private static readonly AreaOutlines Areas = new();

    [Theory]
    [InlineData(39.9956, -75.1145, 5_000)]
    [InlineData(0, 179.99, 100_000)]
    [InlineData(89.9, 10, 500_000)]
    [InlineData(-90, 0, 200_000)]
    public void A_circles_outline_has_inside_what_the_circle_holds(double latitude, double longitude, double radius)
    {
        var circle = RegionCondition.Circle(new GeoPoint(latitude, longitude), radius);
        var shape = new CircleShape(circle);

        // An outline of straight edges misses slivers of the circle.
        CompareInside(circle, place => shape.Contains(UnitVector.Of(place.Latitude, place.Longitude)), shape.Box, slack: 0.01);
    }

    [Fact]
    public void A_cells_outline_has_inside_what_the_cell_holds()
    {
        foreach (var name in new[] { "d", "dr4e", "dr4e3", "0", "zzzz" })
        {
            var cell = Geohash.Parse(name);
            CompareInside(RegionCondition.Cell(name), place => cell.Contains(GridCell.CodeAt(place.Latitude, place.Longitude)), cell.Bounds, slack: 0);
        }
    }

    [Fact]
    public void A_polygons_outline_goes_on_across_the_antimeridian()
    {
        var ring = Assert.Single(RegionOutlines.Of(RegionCondition.Polygon(new GeoPoint(0, 179), new GeoPoint(0, -179), new GeoPoint(2, -179), new GeoPoint(2, 179)), Areas));
        Assert.Equal([179, 0, 181, 0, 181, 2, 179, 2], ring);
    }

    /// <summary>The geocoder's answer for places around; the outline of a county is thinned by nothing, that of a state may be.</summary>
    [Theory]
    [InlineData(AreaLayer.County, "42101", 39.8, 40.2, -75.4, -74.9, 0.01)]
    [InlineData(AreaLayer.State, "US-PA", 39, 43, -81, -74, 0.02)]
    [InlineData(AreaLayer.Country, "CH", 45, 48, 5, 11, 0.02)]
    public void An_areas_outline_has_inside_what_the_geocoder_finds_there(AreaLayer layer, string code, double south, double north, double west, double east, double slack)
    {
        CompareInside(new AreaRegion(layer, code), place => Code(BuiltInGeocoder.Instance.LookUp(place), layer) == code, new GeoBox(south, north, west, east), slack);
    }

    [Fact]
    public void A_large_country_is_drawn_with_few_places_and_what_no_map_has_not_at_all()
    {
        Assert.InRange(Outlines(RegionCondition.Country("US")).Sum(ring => ring.Length / 2), 1_000, LiveRegions.RegionPlacesMax);
        Assert.Empty(RegionOutlines.Of(RegionCondition.County("none"), Areas));
        Assert.Empty(RegionOutlines.Of(RegionCondition.Place("4560349"), Areas));
    }

    private static IReadOnlyList<double[]> Outlines(RegionCondition region) => OutlineThinning.Thin(RegionOutlines.Of(region, Areas), LiveRegions.RegionPlacesMax);

    private static string? Code(in PlaceAnswer answer, AreaLayer layer) => layer switch
    {
        AreaLayer.County => answer.County?.Code,
        AreaLayer.State => answer.State?.Code,
        _ => answer.Country?.Code,
    };

    private void CompareInside(RegionCondition region, Func<GeoPoint, bool> contains, GeoBox around, double slack)
    {
        const int Places = 5_000;
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        var rings = Outlines(region);
        var (wrong, inside) = (0, 0);
        for (var i = 0; i < Places; i++)
        {
            var place = new GeoPoint(around.South + (random.NextDouble() * (around.North - around.South)), around.West + (random.NextDouble() * (around.East - around.West)));
            var isInside = contains(place with { Longitude = Math.IEEERemainder(place.Longitude, 360) });
            if (isInside) inside++;
            if (isInside != (IsInside(rings, place) || IsInside(rings, place with { Longitude = place.Longitude - 360 }) || IsInside(rings, place with { Longitude = place.Longitude + 360 }))) wrong++;
        }

        Assert.True(inside > Places / 10, $"{inside} of {Places} places lie in {region}");
        Assert.True(wrong <= slack * Places, $"{wrong} of {Places} places are on the wrong side of the outline of {region}");
    }

    // Even-odd, as the page fills.
    private static bool IsInside(IReadOnlyList<double[]> rings, GeoPoint place)
    {
        var isInside = false;
        foreach (var ring in rings)
        {
            for (int i = 0, j = ring.Length - 2; i < ring.Length; j = i, i += 2)
            {
                var crosses = ring[i + 1] > place.Latitude != ring[j + 1] > place.Latitude;
                if (crosses && place.Longitude < ((ring[j] - ring[i]) * (place.Latitude - ring[i + 1]) / (ring[j + 1] - ring[i + 1])) + ring[i]) isInside = !isInside;
            }
        }

        return isInside;
    }
}
