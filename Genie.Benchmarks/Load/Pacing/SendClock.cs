namespace Genie.Benchmarks.Load.Pacing;

/// <summary>Tells senders when to send next, and when to stop. Shared by all senders of a phase.</summary>
internal abstract class SendClock : IDisposable
{
    private volatile bool _stopped;

    /// <summary>True once <see cref="Stop"/> was called.</summary>
    protected bool IsStopped => _stopped;

    /// <summary>Completes when the caller may send.</summary>
    /// <param name="waiter">The caller's own.</param>
    /// <returns>The timestamp its latency counts from; negative if the phase has ended.</returns>
    public abstract ValueTask<long> NextAsync(ReusableWaiter waiter);

    /// <summary>Ends the phase for every sender as soon as it asks again.</summary>
    public virtual void Stop() => _stopped = true;

    /// <inheritdoc/>
    public void Dispose() => Stop();
}
