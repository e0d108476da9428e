using GameLicenseExample.Features.Decisions;
using GameLicenseExample.Features.Signals;

namespace GameLicenseExample.Tests.Features.Signals;

public sealed class SignalMapTests
{
    private const double MetresPerDegree = 111_195;
    private const double Latitude = 39.95;
    private const double Longitude = -75.16;
    private const string Network = "aa:bb:cc:00:11:22";

    [Fact]
    public void The_error_says_how_far_off_estimates_are()
    {
        // Heard all around, with levels as in free space and 4 dB of noise: the same 400 networks in every run.
        var random = new Random(17);
        var (squares, told) = (0.0, 0.0);
        const int Networks = 400;
        for (var network = 0; network < Networks; network++)
        {
            var estimate = WeightedCentroid.Of([.. Enumerable.Range(0, 30).Select(_ => Hear(random, rangeMetres: 80)).Select(each => (each.Place, WeightedCentroid.WeightOf(each.LevelDbm)))]);
            var (x, y) = ((estimate.Longitude - Longitude) * MetresPerDegree * Math.Cos(double.DegreesToRadians(Latitude)), (estimate.Latitude - Latitude) * MetresPerDegree);
            squares += (x * x) + (y * y);
            told += estimate.ErrorMetres * estimate.ErrorMetres;
        }

        var (actual, claimed) = (Math.Sqrt(squares / Networks), Math.Sqrt(told / Networks));
        Assert.InRange(claimed / actual, 0.7, 1.6);
        Assert.InRange(actual, 0, 20);
    }

    [Fact]
    public async Task A_device_is_where_the_networks_are_that_it_hears_best()
    {
        await using var store = await TestStore.OpenAsync();
        using var map = new SignalMap(store.Events);
        var random = new Random(3);
        for (var i = 0; i < 20; i++) await map.ObserveAsync($"r{i}", Hear(random, 50), default);
        await map.ObserveAsync("far", new Observation("AA:BB:CC:00:11:33", Latitude + 0.002, Longitude, -60), default);
        await map.ObserveAsync("far", new Observation("AA:BB:CC:00:11:33", Latitude + 0.002, Longitude, -60), default);
        var networks = await map.ReadAsync(default);
        Assert.Equal((20, 1), (networks[Network].Observations, networks["aa:bb:cc:00:11:33"].Observations));
        Assert.Equal(WeightedCentroid.RangeMetres, networks["aa:bb:cc:00:11:33"].ErrorMetres);

        var near = (await map.LocateAsync(new Dictionary<string, double> { [Network] = -40, ["aa:bb:cc:00:11:33"] = -80, ["00:00:00:00:00:00"] = -30 }, default))!;
        Assert.InRange(near.Latitude, Latitude - 0.0003, Latitude + 0.0003);
        Assert.True(near.ErrorMetres > networks[Network].ErrorMetres);
        Assert.Equal(2, near.Observations);
        Assert.Null(await map.LocateAsync(new Dictionary<string, double> { ["00:00:00:00:00:00"] = -30 }, default));
    }

    [Fact]
    public async Task A_network_that_is_heard_far_away_once_is_uncertain_by_as_much_as_the_places_are_apart()
    {
        await using var store = await TestStore.OpenAsync();
        using var map = new SignalMap(store.Events);
        await map.ObserveAsync("r1", new Observation(Network, 39.95, -75.16, -60), default);
        await map.ObserveAsync("r2", new Observation(Network, -30, 100, -60), default);
        var estimate = (await map.ReadAsync(default))[Network];
        Assert.Equal((-30, 100, 1, 1, "uncertain"), (estimate.Latitude, estimate.Longitude, estimate.Observations, estimate.Elsewhere, estimate.Status));

        // Half of the weight is some 16,600 km away.
        Assert.InRange(estimate.ErrorMetres, 10_000_000, 20_000_000);
        var located = (await map.LocateAsync(new Dictionary<string, double> { [Network] = -50 }, default))!;
        Assert.Equal("uncertain", located.Status);
        Assert.True(located.ErrorMetres >= estimate.ErrorMetres);
    }

    [Fact]
    public async Task A_network_that_moved_is_where_it_was_heard_lately_and_one_that_is_forged_is_uncertain()
    {
        await using var store = await TestStore.OpenAsync();
        using var map = new SignalMap(store.Events);
        for (var i = 0; i < 5; i++) await map.ObserveAsync($"old{i}", new Observation(Network, Latitude, Longitude + (i * 0.0001), -60), default);
        for (var i = 0; i < 3; i++) await map.ObserveAsync($"new{i}", new Observation(Network, Latitude + 1, Longitude + (i * 0.0001), -60), default);
        var moved = (await map.ReadAsync(default))[Network];
        Assert.Equal((3, 5, "moved"), (moved.Observations, moved.Elsewhere, moved.Status));
        Assert.Equal(Latitude + 1, moved.Latitude, 1e-6);
        Assert.InRange(moved.ErrorMetres, WeightedCentroid.ErrorFloorMetres, 50);

        // Here and there by turns.
        await map.ObserveAsync("back", new Observation(Network, Latitude, Longitude, -60), default);
        var uncertain = (await map.ReadAsync(default))[Network];
        Assert.Equal((6, 3, "uncertain"), (uncertain.Observations, uncertain.Elsewhere, uncertain.Status));
        Assert.Equal(Latitude, uncertain.Latitude, 1e-6);
        Assert.InRange(uncertain.ErrorMetres, 50_000, 111_195);
    }

    [Fact]
    public void The_error_of_an_estimate_grows_with_the_scatter_without_a_limit()
    {
        var near = WeightedCentroid.Of([(new(Latitude, Longitude), 1), (new(Latitude + 0.001, Longitude), 1)]);
        var far = WeightedCentroid.Of([(new(Latitude, Longitude), 1), (new(Latitude + 0.004, Longitude), 1)]);
        Assert.Equal(4, far.ErrorMetres / near.ErrorMetres, 1e-6);
        Assert.Equal(0.002 * MetresPerDegree, far.ErrorMetres, 0.1);
    }

    [Theory]
    [InlineData("no network", 0, -50)]
    [InlineData("aa-bb-cc-00-11-22", 0, -50)]
    [InlineData(Network, 90, -50)]
    [InlineData(Network, double.NaN, -50)]
    [InlineData(Network, 0, 21)]
    [InlineData(Network, 0, double.NaN)]
    public async Task What_is_no_observation_is_refused(string network, double latitude, double level)
    {
        await using var store = await TestStore.OpenAsync();
        using var map = new SignalMap(store.Events);
        await Assert.ThrowsAsync<FeatureRefusedException>(() => map.ObserveAsync("r", new Observation(network, latitude, 0, level), default));
    }

    [Fact]
    public void Places_on_both_sides_of_the_antimeridian_are_near_each_other()
    {
        var estimate = WeightedCentroid.Of([(new(0, 179.9999), 1), (new(0, -179.9999), 1)]);
        Assert.Equal(180, Math.Abs(estimate.Longitude), 1e-6);
    }

    private static Observation Hear(Random random, double rangeMetres)
    {
        var (angle, metres) = (random.NextDouble() * 2 * Math.PI, 2 + (rangeMetres * Math.Sqrt(random.NextDouble())));
        var noise = 4 * Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
        return new Observation(
            Network, Latitude + (metres * Math.Sin(angle) / MetresPerDegree), Longitude + (metres * Math.Cos(angle) / MetresPerDegree / Math.Cos(double.DegreesToRadians(Latitude))), -30 - (20 * Math.Log10(metres)) + noise);
    }
}
