using Genie.Extensions.Genius.Licences;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Tests.Licences;

public sealed class LicenceRuleBookTests : IDisposable
{
    private static readonly GeoPoint Philadelphia = new(39.9956, -75.1145);
    private static readonly GeoPoint Pentagon = new(38.870945, -77.055252);
    private readonly StoreFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Without_a_rule_everything_is_denied_and_the_region_is_named()
    {
        await using var store = await _folder.OpenAsync();
        using var book = new LicenceRuleBook(store, BuiltInGeocoder.Instance);
        var ruling = await RuleAsync(book, Pentagon);
        Assert.False(ruling.IsGranted);
        Assert.Equal("", ruling.Rule);
        Assert.Equal("Arlington, Virginia, United States of America (county 51013)", $"{ruling.Region}");
        Assert.Equal("no rule grants a licence in Arlington, Virginia, United States of America", ruling.Reason);
    }

    [Fact]
    public async Task A_rule_grants_in_its_region_alone()
    {
        await using var store = await _folder.OpenAsync();
        using var book = new LicenceRuleBook(store, BuiltInGeocoder.Instance);
        await book.PutAsync(new LicenceRule(LicenceEffect.Grant, "philadelphia", Condition.In(RegionCondition.County("42101"))), default);
        var ruling = await RuleAsync(book, Philadelphia);
        Assert.True(ruling.IsGranted);
        Assert.Equal("grant/philadelphia", ruling.Rule);
        Assert.Equal(new DecidingRegion("county", "42101", "Philadelphia, Pennsylvania, United States of America"), ruling.Region);
        Assert.False((await RuleAsync(book, Pentagon)).IsGranted);

        await book.RemoveAsync(LicenceEffect.Grant, "philadelphia", default);
        Assert.False((await RuleAsync(book, Philadelphia)).IsGranted);
    }

    [Fact]
    public async Task A_rule_that_denies_wins_over_any_that_grants()
    {
        await using var store = await _folder.OpenAsync();
        using var book = new LicenceRuleBook(store, BuiltInGeocoder.Instance);
        await book.PutAsync(new LicenceRule(LicenceEffect.Grant, "states", Condition.In(RegionCondition.Country("US"))), default);
        await book.PutAsync(new LicenceRule(LicenceEffect.Deny, "pentagon", Condition.In(RegionCondition.Circle(Pentagon, 1_000))), default);
        Assert.Equal("United States of America (country US)", $"{(await RuleAsync(book, Philadelphia)).Region}");
        var ruling = await RuleAsync(book, Pentagon);
        Assert.False(ruling.IsGranted);
        Assert.Equal("deny/pentagon", ruling.Rule);
        Assert.Equal("county", ruling.Region.Layer);
        Assert.True((await RuleAsync(book, new GeoPoint(Pentagon.Latitude + 0.02, Pentagon.Longitude))).IsGranted);
    }

    [Theory]
    [InlineData(0, -150, "the open sea")]
    [InlineData(91, 0, "no place on Earth")]
    [InlineData(double.NaN, 0, "no place on Earth")]
    [InlineData(40, double.PositiveInfinity, "no place on Earth")]
    public async Task Where_nothing_is_everything_is_denied(double latitude, double longitude, string region)
    {
        await using var store = await _folder.OpenAsync();
        using var book = new LicenceRuleBook(store, BuiltInGeocoder.Instance);
        await book.PutAsync(new LicenceRule(LicenceEffect.Grant, "us", Condition.In(RegionCondition.Country("US"))), default);
        var ruling = await RuleAsync(book, new GeoPoint(latitude, longitude));
        Assert.False(ruling.IsGranted);
        Assert.Equal(region, $"{ruling.Region}");
    }

    [Fact]
    public async Task Rules_of_another_process_count_and_the_version_is_told()
    {
        await using var store = await _folder.OpenAsync();
        using var book = new LicenceRuleBook(store, BuiltInGeocoder.Instance);
        using var other = new LicenceRuleBook(store, BuiltInGeocoder.Instance);
        Assert.Equal(0, (await RuleAsync(book, Philadelphia)).RulesVersion);
        await other.PutAsync(new LicenceRule(LicenceEffect.Grant, "us", Condition.In(RegionCondition.Country("US"))), default);
        var ruling = await RuleAsync(book, Philadelphia);
        Assert.True(ruling.IsGranted);
        Assert.Equal(1, ruling.RulesVersion);
    }

    private static async Task<LicenceRuling> RuleAsync(LicenceRuleBook book, GeoPoint place) => await book.RuleAsync(place, DateTimeOffset.UnixEpoch, default);
}
