using GameLicenseExample.Commands;
using Genie.Extensions.Genius.Licences;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Geocoding;

namespace GameLicenseExample.Tests.Commands;

public sealed class GameArgumentsTests
{
    [Theory]
    [InlineData("39.9956,-75.1145", 39.9956, -75.1145)]
    [InlineData("38.870945, -77.055252", 38.870945, -77.055252)]
    [InlineData("-90,180", -90, 180)]
    [InlineData("39.9956;-75.1145", 39.9956, -75.1145)]
    [InlineData("39.9956N 75.1145W", 39.9956, -75.1145)]
    [InlineData("39°30'N 75°15'W", 39.5, -75.25)]
    [InlineData("geo:39.9956,-75.1145", 39.9956, -75.1145)]
    [InlineData("https://www.openstreetmap.org/?mlat=39.9956&mlon=-75.1145", 39.9956, -75.1145)]
    public void A_place_is_read(string text, double latitude, double longitude) => Assert.Equal(new GeoPoint(latitude, longitude), GameArguments.ReadPlace(text));

    [Theory]
    [InlineData("")]
    [InlineData("39.9956")]
    [InlineData("39.9956,-75.1145,3")]
    [InlineData("91,0")]
    [InlineData("0,181")]
    [InlineData("NaN,0")]
    [InlineData("here,there")]
    public void What_is_no_place_is_refused(string text) => Assert.Throws<GameArgumentException>(() => GameArguments.ReadPlace(text));

    [Fact]
    public void A_rule_is_read()
    {
        var rule = GameArguments.ReadRule(LicenceEffect.Deny, "state:US-VA");
        Assert.Equal("deny/state-US-VA", rule.Id);
        Assert.Equal(Condition.In(RegionCondition.State("US-VA")), rule.When);
        Assert.Equal("grant/circle-39.95,-75.16,5000", GameArguments.ReadRule(LicenceEffect.Grant, "circle:39.95,-75.16,5000").Id);
        Assert.Throws<GameArgumentException>(() => GameArguments.ReadRule(LicenceEffect.Grant, "postal-code:19134"));
        Assert.Throws<GameArgumentException>(() => GameArguments.ReadRule(LicenceEffect.Grant, "US-VA"));
        Assert.Throws<GameArgumentException>(() => GameArguments.ReadRule(LicenceEffect.Grant, "town:1"));
        Assert.Throws<GameArgumentException>(() => GameArguments.ReadRule(LicenceEffect.Grant, "state:"));
    }
}
