namespace Genie.Geocoding.Tests;

/// <summary>Places as people write them.</summary>
public sealed class CoordinateTextTests
{
    [Theory]
    [InlineData("38.87,-77.05")]
    [InlineData("38.87, -77.05")]
    [InlineData(" 38.87 -77.05 ")]
    [InlineData("38.87; -77.05")]
    [InlineData("38.87/-77.05")]
    [InlineData("+38.87,\u221277.05")]
    [InlineData("38.87N 77.05W")]
    [InlineData("38.87n,77.05w")]
    [InlineData("77.05W 38.87N")]
    [InlineData("N38.87 W77.05")]
    [InlineData("N 38.87, W 77.05")]
    [InlineData("38.87° N, 77.05° W")]
    [InlineData("38.87°, -77.05°")]
    [InlineData("38°52'12\"N 77°03'00\"W")]
    [InlineData("38° 52′ 12″ N, 77° 3′ 0″ W")]
    [InlineData("38°52.2'N 77°3'W")]
    [InlineData("38 52 12 N 77 03 00 W")]
    [InlineData("38:52:12N 77:03:00W")]
    [InlineData("38°52'12\" -77°03'00\"")]
    [InlineData("38°52'12'',-77°03'")]
    [InlineData("geo:38.87,-77.05")]
    [InlineData("GEO:38.87,-77.05,12;crs=wgs84;u=35")]
    [InlineData("geo:0,0?q=38.87,-77.05(Pentagon)")]
    [InlineData("https://www.openstreetmap.org/#map=15/38.87/-77.05")]
    [InlineData("https://www.openstreetmap.org/?mlat=38.87&mlon=-77.05#map=15/1/2")]
    [InlineData("https://www.google.com/maps/@38.87,-77.05,15z")]
    [InlineData("https://www.google.com/maps/place/X/@1,2,15z/data=!3m1!4b1!8m2!3d38.87!4d-77.05")]
    [InlineData("https://maps.google.com/?q=38.87%2C-77.05&z=3")]
    [InlineData("https://www.google.com/maps/search/?api=1&query=38.87,-77.05")]
    [InlineData("https://maps.apple.com/?ll=38.87,-77.05&z=10")]
    [InlineData("https://waze.com/ul?ll=38.87,-77.05&navigate=yes")]
    [InlineData("https://www.bing.com/maps?cp=38.87~-77.05&lvl=11")]
    public void They_are_read(string text)
    {
        Assert.True(GeoPoint.TryParse(text, out var point), text);
        Assert.Equal((38.87, -77.05), (Math.Round(point.Latitude, 9), Math.Round(point.Longitude, 9)));
    }

    [Theory]
    [InlineData("33.5S 151.25E", -33.5, 151.25)]
    [InlineData("-33.5,151.25", -33.5, 151.25)]
    [InlineData("-0°30',-0°15'", -0.5, -0.25)]
    [InlineData("90,180", 90, 180)]
    public void Signs_and_letters_have_their_sides(string text, double latitude, double longitude)
    {
        Assert.True(GeoPoint.TryParse(text, out var point));
        Assert.Equal((latitude, longitude), (point.Latitude, point.Longitude));
    }

    [Theory]
    [InlineData("")]
    [InlineData("38.87")]
    [InlineData("38.87,")]
    [InlineData("38,87;-77,05")] // Decimal commas.
    [InlineData("91,0")]
    [InlineData("0,181")]
    [InlineData("38°60'N 77°W")]
    [InlineData("38.5°30'N 77°W")]
    [InlineData("-38.87N 77.05W")] // A sign and a letter.
    [InlineData("38.87N 77.05N")]
    [InlineData("38 52 12 77 03 00")]
    [InlineData("1,2,3")]
    [InlineData("geo:38.87,-77.05;crs=epsg32618")]
    [InlineData("geo:38.87")]
    [InlineData("https://www.openstreetmap.org/node/1")]
    [InlineData("NaN,NaN")]
    [InlineData("1e1,2e1")]
    [InlineData("north west")]
    public void What_is_none_or_could_be_two_is_refused(string text) => Assert.False(GeoPoint.TryParse(text, out _));
}
