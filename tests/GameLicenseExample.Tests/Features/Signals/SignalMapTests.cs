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
