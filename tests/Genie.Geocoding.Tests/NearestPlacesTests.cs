using System.Text;
using Genie.Geocoding.Maps;
using Genie.Geocoding.Places;
using Genie.Testing;

namespace Genie.Geocoding.Tests;

public sealed class NearestPlacesTests
{
    private static readonly GeoPoint OffSanFrancisco = new(37.75, -122.62);

    [Fact]
    public void The_nearest_of_all_is_found_for_any_point_and_radius()
    {
        const int Seed = 4;
        var random = new Random(Seed);
        var places = Enumerable.Range(0, 3000).Select(_ => (Latitude: Math.Round(Math.Asin((2 * random.NextDouble()) - 1) * 180 / Math.PI, 1), Longitude: Math.Round((360 * random.NextDouble()) - 180, 1))).ToArray();
        var nearest = NearestPlaces.Read(Encoding.UTF8.GetBytes(string.Concat(places.Select((place, i) => FormattableString.Invariant($"XX\t{i}\t{place.Latitude}\t{place.Longitude}\n")))));
        Assert.Equal(places.Length, nearest.Count);
        for (var i = 0; i < 4000; i++)
        {
            var point = (i % 5) switch
            {
                0 => new GeoPoint(90 - (i % 3 * 90), random.Next(-180, 180)),
                1 => new GeoPoint((random.NextDouble() * 180) - 90, i % 2 == 0 ? 180 : -179.999),
                2 => new GeoPoint(places[i % places.Length].Latitude, places[i % places.Length].Longitude + 360),
                _ => new GeoPoint((random.NextDouble() * 180) - 90, (random.NextDouble() * 360) - 180),
            };
            var expected = places.Min(place => Metres(point, place.Latitude, place.Longitude));
            var found = nearest.Find(point, 30_000_000, out var metres);
            Assert.True(found is not null && Math.Abs(expected - metres) <= 1e-3 + (1e-9 * metres), $"seed {Seed}, {point}: {expected}, {metres}");
            var name = int.Parse(found.Name, System.Globalization.CultureInfo.InvariantCulture);
            Assert.Equal(expected, Metres(point, places[name].Latitude, places[name].Longitude), 1e-3);
            if (expected > 1) Assert.Null(nearest.Find(point, expected - 0.5, out _));
            Assert.NotNull(nearest.Find(point, expected + 0.5, out _));
        }
    }

    [Fact]
    public void A_place_is_found_only_within_the_radius_and_never_for_a_coordinate_that_is_none()
    {
        var place = NearestPlaces.BuiltIn.Find(OffSanFrancisco, 15_000, out var metres);
        Assert.Equal(("place", "US"), (place?.Layer, place?.ParentCode));
        Assert.InRange(metres, 5_000, 15_000);
        Assert.Null(NearestPlaces.BuiltIn.Find(OffSanFrancisco, metres - 1, out _));
        Assert.Same(place, NearestPlaces.BuiltIn.Find(OffSanFrancisco, metres + 1, out _));
        Assert.Null(NearestPlaces.BuiltIn.Find(new GeoPoint(91, 0), 1e9, out _));
        Assert.Null(NearestPlaces.BuiltIn.Find(new GeoPoint(0, double.NaN), 1e9, out _));
        Assert.Null(NearestPlaces.BuiltIn.Find(OffSanFrancisco, double.NaN, out _));
        Assert.Equal("Vaduz", NearestPlaces.BuiltIn.Find(new GeoPoint(47.1415, 9.5215), 5_000, out _)?.Name);
    }

    [Fact]
    public async Task The_switch_adds_the_place_and_leaves_all_else_as_it_was()
    {
        var geocoder = new NearestPlaceGeocoder(BuiltIn.Geocoder, NearestPlaces.BuiltIn, 15_000);
        var sea = await geocoder.LookUpAsync(OffSanFrancisco, CancellationToken.None);
        Assert.Equal((LookupStatus.Nowhere, LookupStatus.Found), (BuiltIn.Geocoder.LookUp(OffSanFrancisco).Status, sea.Status));
        Assert.True(sea.Place is not null && sea.County is null);
        var pentagon = new GeoPoint(38.870945, -77.055252);
        var land = await geocoder.LookUpAsync(pentagon, CancellationToken.None);
        Assert.NotNull(land.Place);
        Assert.Equal(BuiltIn.Geocoder.LookUp(pentagon), land with { Place = null });
        Assert.Equal(LookupStatus.Nowhere, (await geocoder.LookUpAsync(new GeoPoint(0, -140), CancellationToken.None)).Status);
        Assert.Equal(LookupStatus.InvalidCoordinate, (await geocoder.LookUpAsync(new GeoPoint(-91, 0), CancellationToken.None)).Status);
    }

    [Fact]
    public void A_lookup_allocates_nothing_once_a_place_was_found()
    {
        NearestPlaces.BuiltIn.Find(OffSanFrancisco, 50_000, out _);
        Assert.Equal(0, AllocatedBytes.Of(() =>
        {
            for (var i = 0; i < 1000; i++) NearestPlaces.BuiltIn.Find(OffSanFrancisco, 50_000, out _);
        }));
    }

    [Theory]
    [InlineData("US\tA\t1\t2\nUS\tB\t91\t2\n")]
    [InlineData("US\tA\t1\t2\nUS\tB\t1\n")]
    [InlineData("US\tA\t1\t2\nUS\tB\t1\t2x\n")]
    [InlineData("US\tA\t1\t2\n\n")]
    public void A_wrong_line_is_named(string text) =>
        Assert.Contains("Line 2", Assert.Throws<MapFormatException>(() => NearestPlaces.Read(Encoding.UTF8.GetBytes(text))).Message, StringComparison.Ordinal);

    // The haversine formula: nothing in common with chords in space.
    private static double Metres(GeoPoint a, double latitude, double longitude)
    {
        var (phi, psi) = (a.Latitude * Math.PI / 180, latitude * Math.PI / 180);
        var h = Math.Pow(Math.Sin((psi - phi) / 2), 2) + (Math.Cos(phi) * Math.Cos(psi) * Math.Pow(Math.Sin((longitude - a.Longitude) * Math.PI / 360), 2));
        return 2 * 6_371_008.771 * Math.Asin(Math.Min(1, Math.Sqrt(h)));
    }
}
