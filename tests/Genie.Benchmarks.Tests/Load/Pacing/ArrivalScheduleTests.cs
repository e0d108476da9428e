using System.Diagnostics;
using Genie.Benchmarks.Load.Pacing;

namespace Genie.Benchmarks.Tests.Load.Pacing;

public sealed class ArrivalScheduleTests
{
    [Fact]
    public void Times_are_evenly_spaced_from_the_start_and_do_not_drift()
    {
        // A rate whose period is no whole number of ticks, over an hour.
        var schedule = new ArrivalSchedule(1000, 300_007, TimeSpan.FromHours(1));
        Assert.True(schedule.TryTake(out var first));
        Assert.Equal(1000, first);
        for (var i = 1L; i < 1_000_000; i++)
        {
            schedule.TryTake(out var time);
            Assert.InRange(time - 1000 - (long)((Int128)i * Stopwatch.Frequency / 300_007), -1, 1);
        }
    }

    [Theory]
    [InlineData(100, 1, 100)]
    [InlineData(3, 0.5, 2)]
    [InlineData(0.5, 1, 1)]
    public void There_are_as_many_as_fit_into_the_time(double perSecond, double seconds, long expected)
    {
        var schedule = new ArrivalSchedule(0, perSecond, TimeSpan.FromSeconds(seconds));
        var count = 0;
        while (schedule.TryTake(out _)) count++;
        Assert.Equal(expected, count);
        Assert.Equal(expected, schedule.Count);
        Assert.False(schedule.TryTake(out _));
    }

    [Fact]
    public async Task Many_takers_get_each_time_once()
    {
        var schedule = new ArrivalSchedule(0, 100_000, TimeSpan.FromSeconds(1));
        var taken = await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => Task.Run(() =>
        {
            List<long> times = [];
            while (schedule.TryTake(out var time)) times.Add(time);
            return times;
        })));
        var all = taken.SelectMany(times => times).ToArray();
        Assert.Equal(100_000, all.Length);
        Assert.Equal(100_000, all.Distinct().Count());
    }
}
