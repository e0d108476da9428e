using Genie.Benchmarks.Agents.Clocks;
using Genie.Benchmarks.Agents.Links;

namespace Genie.Benchmarks.Tests.Agents;

/// <summary>Two simulated clocks and a network whose ways take unequally long.</summary>
public sealed class ClockEstimateTests
{
    private const long Microsecond = 1_000;
    private const long Second = 1_000_000_000;

    [Theory]
    [InlineData(0, 20, 20, 5)]
    [InlineData(7_000_000_123, 20, 20, 200)]
    [InlineData(-3_000_000_123, 50, 400, 300)]
    [InlineData(12_345, 900, 10, 1_000)]
    [InlineData(-9_000_000_000_000, 1, 3_000, 5_000)]
    public void The_offset_is_within_its_uncertainty_however_unequal_the_ways_are(long offset, int thereMicroseconds, int backMicroseconds, int jitterMicroseconds)
    {
        var seed = Environment.TickCount;
        var random = new Random(seed);
        var exchanges = Enumerable.Range(0, 48).Select(i => Exchange(i * Second, offset, Delay(thereMicroseconds), Delay(backMicroseconds), random.Next(0, 100) * Microsecond)).ToList();
        var estimate = ClockEstimate.Of(exchanges);
        Assert.True(Math.Abs(estimate.MonotonicNanoseconds - offset) <= estimate.UncertaintyNanoseconds, $"{estimate}, seed {seed}");
        Assert.True(Math.Abs(estimate.WallNanoseconds - (offset * 2)) <= estimate.UncertaintyNanoseconds, $"{estimate}, seed {seed}");

        // The shortest round trip is the one that counts, not the mean.
        Assert.Equal(exchanges.Min(exchange => exchange.RoundTripNanoseconds) / 2, estimate.UncertaintyNanoseconds);
        Assert.True(estimate.UncertaintyNanoseconds <= (thereMicroseconds + backMicroseconds + (2 * jitterMicroseconds)) * Microsecond / 2, $"{estimate}, seed {seed}");

        long Delay(int microseconds) => (microseconds + random.Next(0, jitterMicroseconds)) * Microsecond;
    }

    [Fact]
    public void Equal_ways_give_the_exact_offset()
    {
        var estimate = ClockEstimate.Of([Exchange(5 * Second, 123_456_789, 70 * Microsecond, 70 * Microsecond, 3 * Microsecond), Exchange(6 * Second, 123_456_789, 900 * Microsecond, 80 * Microsecond, 0)]);
        Assert.Equal((123_456_789, 70 * Microsecond), (estimate.MonotonicNanoseconds, estimate.UncertaintyNanoseconds));
        Assert.Throws<ArgumentException>(() => ClockEstimate.Of([]));
    }

    [Fact]
    public void Clocks_that_run_apart_are_less_certain()
    {
        var (before, after) = (new ClockEstimate(1_000_000, 2_000_000, 40_000), new ClockEstimate(1_060_000, 2_060_000, 30_000));
        Assert.Equal(new ClockEstimate(1_030_000, 2_030_000, 70_000), before.Until(after));
        Assert.Equal(before, before.Until(before));
    }

    [Theory]
    [InlineData(0, 0, true)]
    [InlineData(10, 100, true)]
    [InlineData(10.1, 100, false)]
    [InlineData(50, 20, false)]
    public void One_way_times_are_told_where_the_clocks_are_known_to_a_tenth_of_them(double uncertainty, double median, bool told)
    {
        Assert.Equal(told, OneWayRule.WhyNot(uncertainty, median) is null);
    }

    // The other machine's monotonic clock is ahead by the offset, its wall clock by twice as much.
    private static ClockExchange Exchange(long asked, long offset, long there, long back, long work) => new(
        Here(asked), There(asked + there, offset), There(asked + there + work, offset), Here(asked + there + work + back));

    private static ClockReading Here(long time) => new(time, time + (1_000 * Second));

    private static ClockReading There(long time, long offset) => new(time + offset, time + (1_000 * Second) + (2 * offset));
}
