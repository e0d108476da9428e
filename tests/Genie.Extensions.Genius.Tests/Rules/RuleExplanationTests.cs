using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Text;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Tests.Rules;

public sealed class RuleExplanationTests
{
    private static readonly GeniusEvent Value = new()
    {
        Key = "truck-7",
        RequestKey = default,
        Kind = "parked",
        Time = new DateTimeOffset(2026, 11, 25, 23, 30, 0, TimeSpan.Zero),
        Place = new GeoPoint(40, -75),
        Value = 2.5,
        Attributes = [new("driver", "ann"), new("speed", 90)],
    };

    [Theory]
    [InlineData("""kind == "seen" """, false, "kind is \"parked\"")]
    [InlineData("""key.startsWith("truck-")""", true, "key is \"truck-7\"")]
    [InlineData("value >= 2.5", true, "value is 2.5")]
    [InlineData("""time.during("daily 00:00-01:00 Europe/Berlin")""", true, "time is Thu 2026-11-26 00:30:00 in Europe/Berlin")]
    [InlineData("place.within(circle(40, -75.001, 100))", true, "place is 40, -75, 85.2 m from the centre")]
    [InlineData("""place.within(cell("9q8y"))""", false, "place is 40, -75")]
    [InlineData("attributes.speed > 90", false, "attributes.speed is 90")]
    [InlineData("""attributes.driver == "ann" """, true, "attributes.driver is \"ann\"")]
    [InlineData("has(attributes.load)", false, "attributes.load is not there")]
    [InlineData("""place.country == "ZZ" """, false, "place is in ")]
    public async Task Each_test_says_what_the_event_has(string text, bool isMet, string seen)
    {
        var explained = RuleExplanation.Of(RuleText.Parse(text), Value, await new StripeGeocoder().LookUpAsync(Value.Place, default));
        Assert.Equal((isMet, text.TrimEnd()), (explained.IsMet, explained.Text));
        Assert.StartsWith(seen, explained.Seen, StringComparison.Ordinal);
        Assert.Empty(explained.Parts);
    }

    [Fact]
    public void Chains_are_taken_apart()
    {
        var explained = RuleExplanation.Of(RuleText.Parse("""kind == "parked" && (value > 3 || !(value > 2))"""), Value, default);
        Assert.False(explained.IsMet);
        Assert.Equal([true, false], explained.Parts.Select(each => each.IsMet));
        Assert.Equal(["value > 3", "!(value > 2)"], explained.Parts[1].Parts.Select(each => each.Text));
        Assert.Equal("value is 2.5", explained.Parts[1].Parts[1].Parts.Single().Seen);
    }
}
