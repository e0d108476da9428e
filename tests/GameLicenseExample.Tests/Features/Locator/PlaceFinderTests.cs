using GameLicenseExample.Features.Decisions;
using Genie.Geocoding;
using Genie.Testing;

namespace GameLicenseExample.Tests.Features.Locator;

public sealed class PlaceFinderTests : IAsyncLifetime
{
    private static readonly GeoPoint Here = new(39.95, -75.16);
    private readonly ManualClock _clock = new();
    private TestFeatures _features = null!;

    public async Task InitializeAsync() => _features = await TestFeatures.StartAsync(_clock);

    public async Task DisposeAsync() => await _features.DisposeAsync();

    [Fact]
    public async Task The_nearest_venues_come_first_and_a_venue_that_moved_is_where_it_is_now()
    {
        var locator = _features.Game.Locator;
        await locator.PutVenueAsync("1", "far", new GeoPoint(40.05, -75.16), default);
        await locator.PutVenueAsync("2", "near", new GeoPoint(39.96, -75.16), default);
        await locator.PutPersonAsync("3", "ann", Here, default);
        Assert.Equal(["near", "far"], (await locator.FindVenuesAsync(Here, 10, default)).Select(each => each.Name));
        _clock.Advance(TimeSpan.FromSeconds(1));
        await locator.PutVenueAsync("4", "far", new GeoPoint(39.951, -75.16), default);
        var nearest = Assert.Single(await locator.FindVenuesAsync(Here, 1, default));
        Assert.Equal("far", nearest.Name);
        Assert.Equal(111.2, nearest.Metres, 0.5);
    }

    [Fact]
    public async Task A_friend_is_found_by_consent_only_and_only_as_long_as_it_lasts()
    {
        var locator = _features.Game.Locator;
        await locator.PutPersonAsync("1", "ann", Here, default);
        await locator.PutPersonAsync("2", "ben", new GeoPoint(39.96, -75.16), default);
        await locator.PutPersonAsync("3", "cem", new GeoPoint(39.951, -75.16), default);
        Assert.Empty(await locator.FindFriendsAsync("ann", 10, default));
        await locator.ChangeConsentAsync("c1", "ben", "ann", TimeSpan.FromHours(1), default);
        Assert.Equal(["ben"], (await locator.FindFriendsAsync("ann", 10, default)).Select(each => each.Name));

        // Ben lets Ann know; Ann does not let Ben.
        Assert.Empty(await locator.FindFriendsAsync("ben", 10, default));
        _clock.Advance(TimeSpan.FromHours(1));
        Assert.Empty(await locator.FindFriendsAsync("ann", 10, default));
    }

    [Fact]
    public async Task A_consent_that_is_taken_back_counts_at_once_and_its_repetition_does_not_bring_it_back()
    {
        var locator = _features.Game.Locator;
        var until = TimeSpan.FromHours(1);
        await locator.PutPersonAsync("1", "ann", Here, default);
        await locator.PutPersonAsync("2", "ben", Here, default);
        await locator.ChangeConsentAsync("c1", "ben", "ann", until, default);
        await locator.ChangeConsentAsync("c2", "ben", "ann", null, default);
        await locator.ChangeConsentAsync("c1", "ben", "ann", until, default);
        Assert.Empty(await locator.FindFriendsAsync("ann", 10, default));
    }

    [Fact]
    public async Task A_name_that_is_used_again_for_something_else_is_refused_and_the_same_again_is_not()
    {
        var locator = _features.Game.Locator;
        for (var i = 0; i < 2; i++)
        {
            await locator.PutVenueAsync("v1", "bar", Here, default);
            await locator.ChangeConsentAsync("c1", "ben", "ann", TimeSpan.FromHours(1), default);
            _clock.Advance(TimeSpan.FromSeconds(1));
        }

        var elsewhere = new GeoPoint(40, -75);
        foreach (var again in new Func<Task>[]
        {
            () => locator.PutVenueAsync("v1", "bar", elsewhere, default),
            () => locator.PutVenueAsync("v1", "pub", Here, default),
            () => locator.ChangeConsentAsync("c1", "ben", "ann", null, default),
            () => locator.ChangeConsentAsync("c1", "ben", "cem", TimeSpan.FromHours(1), default),
            () => locator.ChangeConsentAsync("c1", "ben", "ann", TimeSpan.FromHours(2), default),
        }) Assert.Contains("was another one before", (await Assert.ThrowsAsync<FeatureRefusedException>(again)).Message, StringComparison.Ordinal);
        Assert.Equal(("bar", 0.0), (await locator.FindVenuesAsync(Here, 10, default)).Select(each => (each.Name, Math.Round(each.Metres))).Single());
        Assert.Single(await locator.ReadConsentsAsync(default));
    }

    [Theory]
    [InlineData(91, 0)]
    [InlineData(double.NaN, 0)]
    [InlineData(0, 181)]
    public async Task What_is_no_place_is_refused(double latitude, double longitude)
    {
        await Assert.ThrowsAsync<FeatureRefusedException>(() => _features.Game.Locator.PutVenueAsync("1", "bar", new GeoPoint(latitude, longitude), default));
        await Assert.ThrowsAsync<FeatureRefusedException>(() => _features.Game.Locator.FindVenuesAsync(new GeoPoint(latitude, longitude), 1, default));
    }
}
