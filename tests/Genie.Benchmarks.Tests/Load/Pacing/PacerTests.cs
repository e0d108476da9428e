using System.Diagnostics;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Pacing;

namespace Genie.Benchmarks.Tests.Load.Pacing;

public sealed class PacerTests
{
    [Fact]
    public async Task Nobody_is_woken_early_and_nobody_is_forgotten()
    {
        const int Senders = 20;
        using var pacer = new Pacer(Senders);
        var begin = Stopwatch.GetTimestamp();
        await Task.WhenAll(Enumerable.Range(0, Senders).Select(sender => Task.Run(async () =>
        {
            var waiter = new ReusableWaiter();
            for (var i = 0; i < 50; i++)
            {
                var due = begin + (((i * Senders) + sender) * Stopwatch.Frequency / 10_000);
                await pacer.WaitUntilAsync(waiter, due);
                Assert.True(Stopwatch.GetTimestamp() >= due);
            }
        })));
    }

    [Fact]
    public void A_time_that_has_passed_needs_no_wait()
    {
        using var pacer = new Pacer(1);
        Assert.True(pacer.WaitUntilAsync(new ReusableWaiter(), Stopwatch.GetTimestamp() - 1).AsTask().IsCompletedSuccessfully);
    }

    [Fact]
    public async Task An_earlier_time_does_not_wait_for_a_later_one()
    {
        using var pacer = new Pacer(2);
        var late = pacer.WaitUntilAsync(new ReusableWaiter(), Stopwatch.GetTimestamp() + (3600 * Stopwatch.Frequency)).AsTask();
        await pacer.WaitUntilAsync(new ReusableWaiter(), Stopwatch.GetTimestamp() + (Stopwatch.Frequency / 100)).AsTask().WaitAsync(TimeSpan.FromSeconds(60));
        Assert.False(late.IsCompleted);
    }

    [Fact]
    public async Task Ending_it_wakes_whoever_waits_and_whoever_comes_later()
    {
        var pacer = new Pacer(1);
        var waiting = pacer.WaitUntilAsync(new ReusableWaiter(), Stopwatch.GetTimestamp() + (3600 * Stopwatch.Frequency)).AsTask();
        pacer.Dispose();
        await waiting.WaitAsync(TimeSpan.FromSeconds(60));
        Assert.True(pacer.WaitUntilAsync(new ReusableWaiter(), long.MaxValue).AsTask().IsCompletedSuccessfully);
    }
}
