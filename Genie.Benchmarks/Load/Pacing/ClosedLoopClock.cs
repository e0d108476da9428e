using System.Diagnostics;

namespace Genie.Benchmarks.Load.Pacing;

/// <summary>Closed loop: a sender sends again as soon as it is ready, until the time is up.</summary>
/// <param name="beginTimestamp">When all senders are to begin. A busy pool of threads may let one begin late; its first
/// request counts from here all the same, for whoever waits is in flight.</param>
/// <param name="endTimestamp">When the time is up.</param>
internal sealed class ClosedLoopClock(long beginTimestamp, long endTimestamp) : SendClock
{
    /// <inheritdoc/>
    public override ValueTask<long> NextAsync(ReusableWaiter waiter)
    {
        var now = Stopwatch.GetTimestamp();
        if (now >= endTimestamp || IsStopped) return new ValueTask<long>(-1);
        if (waiter.HasBegun) return new ValueTask<long>(now);
        waiter.HasBegun = true;
        return new ValueTask<long>(beginTimestamp);
    }
}
