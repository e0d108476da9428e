using Genie.Geocoding.Maps;

namespace Genie.Geocoding.Tests;

public sealed class WorldviewTests
{
    [Theory]
    [InlineData(45.05, 34.1, "UA-43", "UA", "RU", "RU-CR")] // Crimea.
    [InlineData(25.03, 121.5, "TW-TPQ", "TW", "CN", "CN-TW")] // New Taipei.
    [InlineData(42.66, 21.16, "XK-X20~", "XK", "RS", "RS-KM")] // Pristina.
    [InlineData(34.08, 74.8, "IN-JK", "IN", "PK", "PK-JK")] // Srinagar.
    [InlineData(34.37, 73.47, "PK-JK", "PK", "IN", "IN-JK")] // Muzaffarabad.
    public void A_disputed_area_belongs_where_the_view_says_and_the_answer_stays_of_one_piece(double latitude, double longitude, string division, string country, string view, string divisionThere)
    {
        var point = new GeoPoint(latitude, longitude);
        var answer = BuiltIn.Geocoder.LookUp(point);
        Assert.Equal((division, country), (answer.State?.Code, answer.Country?.Code));
        using var geocoder = EmbeddedGeocoder.Open(new EmbeddedGeocoderOptions { CacheFolder = BuiltIn.CacheFolder, Worldview = view });
        answer = geocoder.LookUp(point);
        Assert.Equal((divisionThere, view), (answer.State?.Code, answer.Country?.Code));
        Assert.Equal(view, answer.State?.ParentCode);
        Assert.NotEqual(view, answer.Country?.Name);
    }

    [Fact]
    public void Every_view_can_be_opened_and_another_is_refused()
    {
        foreach (var view in Worldview.Names) EmbeddedGeocoder.Open(new EmbeddedGeocoderOptions { CacheFolder = BuiltIn.CacheFolder, Worldview = view }).Dispose();
        Assert.Contains("Known: AR", Assert.Throws<ArgumentException>(() => EmbeddedGeocoder.Open(new EmbeddedGeocoderOptions { CacheFolder = BuiltIn.CacheFolder, Worldview = "XX" })).Message, StringComparison.Ordinal);
    }
}
