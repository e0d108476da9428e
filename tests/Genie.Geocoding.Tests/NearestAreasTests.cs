using Genie.Geocoding.Indexing;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Geocoding.Tests;

/// <summary>The nearest country, state and county off a coast.</summary>
public sealed class NearestAreasTests(ITestOutputHelper output)
{
    private const double Radius = 5000;

    private static readonly EmbeddedGeocoder Geocoder = EmbeddedGeocoder.Open(new EmbeddedGeocoderOptions { CacheFolder = BuiltIn.CacheFolder, NearestAreaMetres = Radius });

    [Fact]
    public void A_port_has_the_country_beside_it_with_its_distance()
    {
        var anadyr = new GeoPoint(64.73, 177.51);
        var answer = Geocoder.LookUp(anadyr);
        Assert.Equal((LookupStatus.Nearby, "RU", "RU-CHU"), (answer.Status, answer.Country?.Code, answer.State?.Code));
        Assert.InRange(answer.DistanceMetres, 1, Radius);
        Assert.Equal(new PlaceAnswer(LookupStatus.Nowhere), BuiltIn.Geocoder.LookUp(anadyr));
        Assert.Equal(new PlaceAnswer(LookupStatus.Nowhere), Geocoder.LookUp(new GeoPoint(0, 0)));
        Assert.Equal(LookupStatus.InvalidCoordinate, Geocoder.LookUp(new GeoPoint(91, 0)).Status);

        var miami = Geocoder.LookUp(new GeoPoint(25.77, -80.10));
        Assert.Equal((LookupStatus.Nearby, "US-FL", "12086"), (miami.Status, miami.State?.Code, miami.County?.Code));
        var inside = new GeoPoint(38.870945, -77.055252);
        Assert.Equal(BuiltIn.Geocoder.LookUp(inside), Geocoder.LookUp(inside));
    }

    [Fact]
    public void The_nearest_is_that_of_a_search_through_all_borders()
    {
        var seed = Random.Shared.Next();
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        var index = BuiltIn.StateIndex;
        var borders = index.Borders.ToArray();
        var atSea = 0;
        for (var i = 0; atSea < 150; i++)
        {
            // Some near the antimeridian and near the South Pole's coast, where degrees are narrow.
            var edge = borders[random.Next(borders.Length)];
            if (i % 4 == 1 && Math.Abs(edge.LowX) < 178) continue;
            if (i % 4 == 2 && edge.LowY > -70) continue;
            var point = new GeoPoint(Math.Clamp(edge.LowY + ((random.NextDouble() - 0.5) / 15), -90, 89), edge.LowX + ((random.NextDouble() - 0.5) / 5));
            if (!Coordinates.TryNormalise(point, out var latitude, out var longitude) || index.Find(latitude, longitude) >= 0) continue;
            atSea++;
            var expected = Radius;
            foreach (var border in borders) expected = Math.Min(expected, Distance(latitude, longitude, border));
            var metres = Radius;
            var found = index.FindNearest(latitude, longitude, ref metres);
            Assert.True(Math.Abs(expected - metres) <= 0.01 * expected && (found >= 0) == (metres < Radius), $"({latitude:R}, {longitude:R}): {metres} m, a plain search says {expected} m");
        }
    }

    [Fact]
    public void A_batch_answers_as_single_lookups_do_and_nothing_is_allocated()
    {
        var random = new Random(3);
        var borders = BuiltIn.StateIndex.Borders.ToArray();
        var points = Enumerable.Range(0, 2000).Select(_ => borders[random.Next(borders.Length)]).Select(edge => new GeoPoint(edge.LowY + 0.004, edge.LowX - 0.004)).ToArray();
        var (single, batch) = (new PlaceAnswer[points.Length], new PlaceAnswer[points.Length]);
        Look();
        Assert.Equal(0, AllocatedBytes.Of(Look));
        Assert.Equal(single, batch);
        Assert.Contains(single, answer => answer.Status == LookupStatus.Nearby);

        void Look()
        {
            for (var i = 0; i < points.Length; i++) single[i] = Geocoder.LookUp(points[i]);
            Geocoder.LookUp(points, batch);
        }
    }

    // By halving again and again, on the sphere: slow, and written apart from what it judges.
    private static double Distance(double latitude, double longitude, Edge edge)
    {
        var (south, north) = (edge.LowY - latitude, edge.HighY - latitude);
        if (Math.Min(Math.Abs(south), Math.Abs(north)) > 0.1 && south * north > 0) return double.PositiveInfinity;
        double At(double share) => Sphere.Metres(latitude, longitude, edge.LowY + (share * (edge.HighY - edge.LowY)), edge.LowX + (share * (edge.HighX - edge.LowX)));
        var (from, to) = (0.0, 1.0);
        for (var i = 0; i < 50; i++)
        {
            var (left, right) = (from + ((to - from) / 3), to - ((to - from) / 3));
            if (At(left) < At(right)) to = right;
            else from = left;
        }

        return Math.Min(At(from), Math.Min(At(0), At(1)));
    }
}
