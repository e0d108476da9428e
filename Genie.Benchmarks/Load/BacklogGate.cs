namespace Genie.Benchmarks.Load;

/// <summary>
/// Bounds what fire-and-forget senders are ahead of the worker. Without it a sender that outruns the worker measures
/// how fast it fills the broker's memory, and a broker without back-pressure is blamed for dropping what nobody read.
/// </summary>
/// <remarks>Safe for concurrent callers. Senders take permits in batches, so that the shared counter is touched seldom.</remarks>
/// <param name="limit">Messages sent and not known to be received; passed by at most one batch a sender.</param>
internal sealed class BacklogGate(long limit)
{
    private readonly Lock _lock = new();
    private readonly Queue<(ReusableWaiter Waiter, int Messages)> _waiting = new();
    private long _taken;
    private long _received;
    private long _writtenOff;
    private bool _open;

    /// <summary>Takes permits for <paramref name="messages"/>; waits while the worker is too far behind.</summary>
    public ValueTask TakeAsync(ReusableWaiter waiter, int messages)
    {
        lock (_lock)
        {
            if (_open || (_waiting.Count == 0 && _taken - _received < limit))
            {
                _taken += messages;
                return ValueTask.CompletedTask;
            }

            _waiting.Enqueue((waiter, messages));
            return waiter.Begin();
        }
    }

    /// <summary>Takes how many messages of this run the worker has received by now.</summary>
    public void Received(long messages)
    {
        lock (_lock)
        {
            _received = Math.Max(_received, messages + _writtenOff);
            ReleaseSome();
        }
    }

    /// <summary>Waits no longer for what is missing now: it seems to be lost, which the ledger will tell.</summary>
    public void WriteOffMissing()
    {
        lock (_lock)
        {
            _writtenOff += _taken - _received;
            _received = _taken;
            ReleaseSome();
        }
    }

    /// <summary>Lets everybody through from now on: the run is ending.</summary>
    public void Open()
    {
        lock (_lock)
        {
            _open = true;
            ReleaseSome();
        }
    }

    private void ReleaseSome()
    {
        while ((_open || _taken - _received < limit) && _waiting.TryDequeue(out var next))
        {
            _taken += next.Messages;
            next.Waiter.Complete();
        }
    }
}
