using Genie.Extensions.Genius.Regions;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Tests.Regions;

public sealed class RegionTextTests
{
    [Fact]
    public void Each_form_is_read()
    {
        Assert.Equal(RegionCondition.County("42101"), RegionText.Parse("county:42101"));
        Assert.Equal(RegionCondition.State("US-PA"), RegionText.Parse("state:US-PA"));
        Assert.Equal(RegionCondition.Country("US"), RegionText.Parse("country:US"));
        Assert.Equal(RegionCondition.Place("4560349"), RegionText.Parse("place:4560349"));
        Assert.Equal(RegionCondition.PostalCode("19134"), RegionText.Parse("postal-code:19134"));
        Assert.Equal(RegionCondition.Circle(new GeoPoint(39.95, -75.16), 5000), RegionText.Parse("circle:39.95, -75.16, 5000"));
        Assert.Equal(RegionCondition.Circle(new GeoPoint(39.95, -75.16), 5000), RegionText.Parse("circle:39.95N 75.16W,5000"));
        Assert.Equal(RegionCondition.Circle(new GeoPoint(39.5, -75.25), 0.5), RegionText.Parse("circle:39°30'N, 75:15:00 W, 0.5"));
        Assert.Equal(RegionCondition.Circle(new GeoPoint(39.95, -75.16), 5000), RegionText.Parse("circle:geo:39.95,-75.16,5000"));
        Assert.Equal(RegionCondition.Circle(new GeoPoint(39.95, -75.16), 5000), RegionText.Parse("circle:https://www.google.com/maps/@39.95,-75.16,15z,5000"));
        Assert.Equal(RegionCondition.Cell("dr4e"), RegionText.Parse("cell:dr4e"));
    }

    [Theory]
    [InlineData("")]
    [InlineData("county")]
    [InlineData("county:")]
    [InlineData("county:1:2")]
    [InlineData("village:1")]
    [InlineData("County:42101")]
    [InlineData("circle:1,2")]
    [InlineData("circle:5000")]
    [InlineData("circle:39.95N 75.16W")]
    [InlineData("cell:geo:1,2")]
    [InlineData("circle:91,0,1")]
    [InlineData("circle:0,181,1")]
    [InlineData("circle:0,0,-1")]
    [InlineData("circle:NaN,0,1")]
    [InlineData("circle:0,0,NaN")]
    [InlineData("circle:1e3,0,1")]
    [InlineData("cell:a")]
    [InlineData("cell:0123456789bcd")]
    public void What_is_no_region_is_told_so(string text) => Assert.Throws<InvalidRegionException>(() => RegionText.Parse(text));
}
