using Genie.Testing;

namespace Genie.Geocoding.Tests;

public sealed class PlacesTests
{
    [Theory]
    [InlineData(38.870945, -77.055252, "51013", "US-VA", "US")] // The Pentagon.
    [InlineData(61.2181, -149.9003, "02020", "US-AK", "US")] // Anchorage.
    [InlineData(51.88, -176.63, "02016", "US-AK", "US")] // Adak, Aleutians West...
    [InlineData(52.91, 172.95, "02016", "US-AK", "US")] // ...and Attu, beyond the antimeridian.
    [InlineData(18.40, -66.06, "72127", "US-PR", "PR")] // San Juan.
    [InlineData(13.45, 144.75, "66010", "US-GU", "GU")] // Guam.
    [InlineData(37.55, -77.46, "51760", "US-VA", "US")] // Richmond city, not the county of that name.
    [InlineData(38.63, -90.24, "29510", "US-MO", "US")] // St. Louis city, not the county around it.
    [InlineData(37.98, -77.35, "51033", "US-VA", "US")]
    [InlineData(48.8566, 2.3522, null, "FR-75", "FR")]
    [InlineData(-29.31, 27.48, null, "LS-A", "LS")] // Maseru: Lesotho is a hole in South Africa.
    [InlineData(54.71, 20.51, null, "RU-KGD", "RU")] // Kaliningrad.
    [InlineData(66.3, -170.5, null, "RU-CHU", "RU")] // Chukotka, east of the antimeridian...
    [InlineData(66.5, 178.0, null, "RU-CHU", "RU")] // ...and west of it.
    [InlineData(-89.99, 100.0, null, "AQ-X01~", "AQ")]
    public void A_known_place_has_its_county_state_and_country(double latitude, double longitude, string? county, string state, string country)
    {
        var answer = BuiltIn.Geocoder.LookUp(new GeoPoint(latitude, longitude));
        Assert.Equal(LookupStatus.Found, answer.Status);
        Assert.Equal((county, state, country), (answer.County?.Code, answer.State?.Code, answer.Country?.Code));
    }

    [Fact]
    public void Names_and_parents_come_with_the_codes()
    {
        var answer = BuiltIn.Geocoder.LookUp(new GeoPoint(38.870945, -77.055252));
        Assert.Equal(new Area("county", "51013", "Arlington", "US-VA"), answer.County);
        Assert.Equal(new Area("state", "US-VA", "Virginia", "US"), answer.State);
        Assert.Equal(new Area("country", "US", "United States of America", ""), answer.Country);
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(90, 0)]
    [InlineData(-60, -140)]
    [InlineData(30, -45)]
    public void The_open_sea_is_nowhere(double latitude, double longitude) =>
        Assert.Equal(new PlaceAnswer(LookupStatus.Nowhere), BuiltIn.Geocoder.LookUp(new GeoPoint(latitude, longitude)));

    [Theory]
    [InlineData(double.NaN, 0)]
    [InlineData(0, double.NaN)]
    [InlineData(double.NaN, double.NaN)]
    [InlineData(double.PositiveInfinity, 0)]
    [InlineData(0, double.NegativeInfinity)]
    [InlineData(90.00000001, 0)]
    [InlineData(-90.00000001, 0)]
    [InlineData(double.MaxValue, double.MaxValue)]
    public void What_is_no_place_is_said_to_be_none(double latitude, double longitude)
    {
        Assert.Equal(new PlaceAnswer(LookupStatus.InvalidCoordinate), BuiltIn.Geocoder.LookUp(new GeoPoint(latitude, longitude)));
        Assert.Null(BuiltIn.CountyIndex.AreaAt(new GeoPoint(latitude, longitude)));
    }

    [Theory]
    [InlineData(360)]
    [InlineData(-360)]
    [InlineData(7200)]
    public void Longitudes_go_around(double turn)
    {
        // A power of two's share of a degree, so that adding whole turns rounds nothing.
        var (latitude, longitude) = (38.875, -77.0625);
        Assert.Equal(BuiltIn.Geocoder.LookUp(new GeoPoint(latitude, longitude)), BuiltIn.Geocoder.LookUp(new GeoPoint(latitude, longitude + turn)));
    }

    [Fact]
    public void The_antimeridian_has_one_answer_from_both_sides()
    {
        for (var latitude = -89.5; latitude < 90; latitude += 0.25)
            Assert.Equal(BuiltIn.Geocoder.LookUp(new GeoPoint(latitude, -180)), BuiltIn.Geocoder.LookUp(new GeoPoint(latitude, 180)));
    }

    [Fact]
    public void The_South_Pole_is_Antarctica_on_every_meridian()
    {
        for (var longitude = -180.0; longitude <= 180; longitude += 0.5)
            Assert.Equal("AQ", BuiltIn.Geocoder.LookUp(new GeoPoint(-90, longitude)).Country?.Code);
    }

    [Fact]
    public void A_batch_answers_as_single_lookups_do()
    {
        var points = Sampling.SamplePoints.Make("world", 10_007, seed: 3);
        points[5] = new GeoPoint(double.NaN, 0);
        points[10_000] = new GeoPoint(90, 720);
        var answers = new PlaceAnswer[points.Length];
        BuiltIn.Geocoder.LookUp(points, answers);
        Assert.Equal(points.Select(BuiltIn.Geocoder.LookUp), answers);
        Assert.Throws<ArgumentException>(() => BuiltIn.Geocoder.LookUp(points, new PlaceAnswer[points.Length - 1]));
    }

    [Fact]
    public async Task The_asynchronous_lookup_completes_at_once_with_the_same_answer()
    {
        var point = new GeoPoint(38.870945, -77.055252);
        var task = BuiltIn.Geocoder.LookUpAsync(point, CancellationToken.None);
        Assert.True(task.IsCompletedSuccessfully);
        Assert.Equal(BuiltIn.Geocoder.LookUp(point), await task);
    }

    [Fact]
    public void A_lookup_allocates_nothing()
    {
        var points = Sampling.SamplePoints.Make("us", 20_000, seed: 2);
        var answers = new PlaceAnswer[points.Length];
        Look();
        Assert.Equal(0, AllocatedBytes.Of(Look));

        void Look()
        {
            for (var i = 0; i < points.Length; i++) answers[i] = BuiltIn.Geocoder.LookUp(points[i]);
            BuiltIn.Geocoder.LookUp(points, answers);
        }
    }
}
