using System.Diagnostics;

namespace Genie.Benchmarks.Load.Pacing;

/// <summary>Closed loop: a sender sends again as soon as it is ready, until the time is up.</summary>
/// <param name="endTimestamp">When that is.</param>
internal sealed class ClosedLoopClock(long endTimestamp) : SendClock
{
    /// <inheritdoc/>
    public override ValueTask<long> NextAsync(ReusableWaiter waiter)
    {
        var now = Stopwatch.GetTimestamp();
        return new ValueTask<long>(now < endTimestamp && !IsStopped ? now : -1);
    }
}
