using Genie.Benchmarks.Measurement.Statistics;
using MathNet.Numerics.Distributions;

namespace Genie.Benchmarks.Tests.Measurement.Statistics;

public sealed class EDivisiveTests
{
    private const double Risk = 0.05;

    [Fact]
    public void A_step_is_found_where_it_is() => Assert.Equal([8], EDivisive.Find([.. Enumerable.Range(0, 16).Select(i => i < 8 ? 1.0 : 2.0)], Risk, seed: 1));

    [Fact]
    public void Two_steps_are_found_in_the_noise()
    {
        var random = new Random(11);
        double[] values = [.. Enumerable.Range(0, 60).Select(i => (i < 20 ? 0 : i < 40 ? 0.3 : 0.1) + Normal.Sample(random, 0, 0.03))];
        Assert.Equal([20, 40], EDivisive.Find(values, Risk, seed: 1));
    }

    [Fact]
    public void A_change_of_the_spread_alone_is_one_too()
    {
        var random = new Random(3);
        double[] values = [.. Enumerable.Range(0, 120).Select(i => Normal.Sample(random, 0, i < 60 ? 0.01 : 0.5))];
        Assert.InRange(Assert.Single(EDivisive.Find(values, Risk / 10, seed: 1)), 50, 70);
    }

    [Fact]
    public void Equal_values_and_few_ones_have_no_change()
    {
        Assert.Empty(EDivisive.Find(Enumerable.Repeat(5.0, 40).ToArray(), Risk, seed: 1));
        Assert.Empty(EDivisive.Find([], Risk, seed: 1));
        Assert.Empty(EDivisive.Find([1, 2, 3, 100, 101], Risk, seed: 1));
    }

    [Fact]
    public void Noise_alone_raises_the_alarm_no_oftener_than_the_risk()
    {
        const int trials = 300;
        var alarms = Enumerable.Range(0, trials).Count(seed =>
        {
            var random = new Random(seed);
            return EDivisive.Find([.. Enumerable.Range(0, 20).Select(_ => LogNormal.Sample(random, 0, 0.1))], Risk, seed).Count > 0;
        });

        // Three standard deviations of a binomial distribution above the risk.
        Assert.InRange(alarms, 0, (trials * Risk) + (3 * Math.Sqrt(trials * Risk * (1 - Risk))));
    }
}
