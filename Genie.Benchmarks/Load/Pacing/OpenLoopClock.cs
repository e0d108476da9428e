using System.Runtime.CompilerServices;

namespace Genie.Benchmarks.Load.Pacing;

/// <summary>Open loop: requests have intended times, whether anybody is free to send them or not.</summary>
/// <param name="schedule">The times.</param>
/// <param name="senders">How many senders ask.</param>
internal sealed class OpenLoopClock(ArrivalSchedule schedule, int senders) : SendClock
{
    private readonly Pacer _pacer = new(senders);

    /// <inheritdoc/>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public override async ValueTask<long> NextAsync(ReusableWaiter waiter)
    {
        if (IsStopped || !schedule.TryTake(out var intended)) return -1;
        await _pacer.WaitUntilAsync(waiter, intended).ConfigureAwait(false);
        return IsStopped ? -1 : intended;
    }

    /// <inheritdoc/>
    public override void Stop()
    {
        base.Stop();
        _pacer.Dispose();
    }
}
