using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Licences.Tests;

public sealed class LicenceRuleStoreTests : IDisposable
{
    private static readonly GeoPoint Philadelphia = new(39.9956, -75.1145);
    private static readonly GeoPoint Pentagon = new(38.870945, -77.055252);
    private readonly StoreFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Without_a_rule_everything_is_denied_and_the_region_is_named()
    {
        await using var store = await _folder.OpenAsync();
        using var book = new LicenceRuleStore(store, BuiltInGeocoder.Instance);
        var evaluation = await EvaluateAsync(book, Pentagon);
        Assert.False(evaluation.IsGranted);
        Assert.Equal("", evaluation.Rule);
        Assert.Equal("Arlington, Virginia, United States of America (county 51013)", $"{evaluation.Region}");
        Assert.Equal("no rule grants a licence in Arlington, Virginia, United States of America", evaluation.Reason);
    }

    [Fact]
    public async Task A_rule_grants_in_its_region_alone()
    {
        await using var store = await _folder.OpenAsync();
        using var book = new LicenceRuleStore(store, BuiltInGeocoder.Instance);
        await book.PutAsync(new LicenceRule(LicenceEffect.Grant, "philadelphia", Condition.In(RegionCondition.County("42101"))), default);
        var evaluation = await EvaluateAsync(book, Philadelphia);
        Assert.True(evaluation.IsGranted);
        Assert.Equal("grant/philadelphia", evaluation.Rule);
        Assert.Equal(new DecidingRegion("county", "42101", "Philadelphia, Pennsylvania, United States of America"), evaluation.Region);
        Assert.False((await EvaluateAsync(book, Pentagon)).IsGranted);

        await book.RemoveAsync(LicenceEffect.Grant, "philadelphia", default);
        Assert.False((await EvaluateAsync(book, Philadelphia)).IsGranted);
    }

    [Fact]
    public async Task A_rule_that_denies_wins_over_any_that_grants()
    {
        await using var store = await _folder.OpenAsync();
        using var book = new LicenceRuleStore(store, BuiltInGeocoder.Instance);
        await book.PutAsync(new LicenceRule(LicenceEffect.Grant, "states", Condition.In(RegionCondition.Country("US"))), default);
        await book.PutAsync(new LicenceRule(LicenceEffect.Deny, "pentagon", Condition.In(RegionCondition.Circle(Pentagon, 1_000))), default);
        Assert.Equal("United States of America (country US)", $"{(await EvaluateAsync(book, Philadelphia)).Region}");
        var evaluation = await EvaluateAsync(book, Pentagon);
        Assert.False(evaluation.IsGranted);
        Assert.Equal("deny/pentagon", evaluation.Rule);
        Assert.Equal("county", evaluation.Region.Layer);
        Assert.True((await EvaluateAsync(book, new GeoPoint(Pentagon.Latitude + 0.02, Pentagon.Longitude))).IsGranted);
    }

    [Theory]
    [InlineData(0, -150, "the open sea")]
    [InlineData(91, 0, "no place on Earth")]
    [InlineData(double.NaN, 0, "no place on Earth")]
    [InlineData(40, double.PositiveInfinity, "no place on Earth")]
    public async Task Where_nothing_is_everything_is_denied(double latitude, double longitude, string region)
    {
        await using var store = await _folder.OpenAsync();
        using var book = new LicenceRuleStore(store, BuiltInGeocoder.Instance);
        await book.PutAsync(new LicenceRule(LicenceEffect.Grant, "us", Condition.In(RegionCondition.Country("US"))), default);
        var evaluation = await EvaluateAsync(book, new GeoPoint(latitude, longitude));
        Assert.False(evaluation.IsGranted);
        Assert.Equal(region, $"{evaluation.Region}");
    }

    [Fact]
    public async Task Rules_of_another_process_count_and_the_version_is_told()
    {
        await using var store = await _folder.OpenAsync();
        using var book = new LicenceRuleStore(store, BuiltInGeocoder.Instance);
        using var other = new LicenceRuleStore(store, BuiltInGeocoder.Instance);
        Assert.Equal(0, (await EvaluateAsync(book, Philadelphia)).RulesVersion);
        await other.PutAsync(new LicenceRule(LicenceEffect.Grant, "us", Condition.In(RegionCondition.Country("US"))), default);
        var evaluation = await EvaluateAsync(book, Philadelphia);
        Assert.True(evaluation.IsGranted);
        Assert.Equal(1, evaluation.RulesVersion);
    }

    private static async Task<LicenceEvaluation> EvaluateAsync(LicenceRuleStore book, GeoPoint place) => await book.EvaluateAsync(place, DateTimeOffset.UnixEpoch, default);
}
