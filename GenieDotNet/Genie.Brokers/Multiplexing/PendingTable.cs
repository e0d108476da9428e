namespace Genie.Brokers.Multiplexing;

/// <summary>
/// The operations of one link that await an answer: requests, or publications that await their confirmation. Its size
/// is the in-flight bound. Nothing is allocated per operation once a slot has been used, as long as tasks are awaited.
/// </summary>
/// <remarks>
/// Time is counted in ticks of the table's own timer, a sixteenth of the time-out but at most 100 ms: beginning an
/// operation reads no clock, and a process that was stopped for a while times nothing out that was just begun. An
/// operation ends at its time-out or up to two ticks later. Waiting for a slot and posting count: there is one deadline for all of it.
/// </remarks>
/// <typeparam name="TResult">What an answer is.</typeparam>
public sealed class PendingTable<TResult> : IDisposable
{
    private readonly Lock _lock = new();
    private readonly PendingOperation<TResult>?[] _slots;
    private readonly Stack<PendingOperation<TResult>> _free;

    // Those that left their slot and whose result was taken since.
    private readonly Stack<PendingOperation<TResult>> _spare = new();
    private readonly LinkedList<SlotWaiter<TResult>> _waiters = new();
    private readonly long _timeoutTicks;
    private readonly Func<Exception> _timeoutError;
    private readonly bool _inlineContinuations;
    private readonly ITimer _timer;
    private Exception? _closed;
    private int _created;
    private long _late;
    private long _tick;

    /// <summary>Creates an empty table.</summary>
    /// <param name="slots">Operations pending at once; further callers wait.</param>
    /// <param name="timeout">After this long an operation fails with <paramref name="timeoutError"/>.</param>
    /// <param name="timeoutError">Makes the error of an operation that timed out.</param>
    /// <param name="inlineContinuations">See <see cref="ConnectionOptions.InlineContinuations"/>.</param>
    /// <param name="clock">Drives the time-outs; the system's clock by default.</param>
    public PendingTable(
        int slots, TimeSpan timeout, Func<Exception> timeoutError, bool inlineContinuations, TimeProvider? clock = null)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(slots);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(timeout, TimeSpan.Zero);
        _slots = new PendingOperation<TResult>?[slots];
        _free = new Stack<PendingOperation<TResult>>(Math.Min(slots, 64));
        _timeoutError = timeoutError;
        _inlineContinuations = inlineContinuations;
        var step = TimeSpan.FromMilliseconds(Math.Clamp(timeout.TotalMilliseconds / 16, 1, 100));

        // One more, for the tick under way has run partly.
        _timeoutTicks = (long)Math.Ceiling(timeout / step) + 1;
        _timer = (clock ?? TimeProvider.System).CreateTimer(static state => ((PendingTable<TResult>)state!).FailOverdue(), this, step, step);
    }

    /// <summary>Answers that came after their operation had ended.</summary>
    public long Late => Volatile.Read(ref _late);

    /// <summary>Operations in slots; while others begin and end one or another may be missed.</summary>
    public int Pending => Volatile.Read(ref _created) - _free.Count;

    /// <summary>Callers that wait for a slot.</summary>
    internal int Waiting
    {
        get
        {
            lock (_lock) return _waiters.Count;
        }
    }

    /// <summary>Takes a free slot; false if all are pending.</summary>
    /// <exception cref="BrokerException">The table was closed.</exception>
    public bool TryBegin(CancellationToken cancellationToken, out PendingOperation<TResult> operation)
    {
        lock (_lock)
        {
            if (_closed is not null) throw BrokerException.ForAnother(_closed);
            if (!TryTake(out operation!)) return false;
        }

        Begin(operation, Volatile.Read(ref _tick) + _timeoutTicks, cancellationToken);
        return true;
    }

    /// <summary>Takes a slot, waiting for one to become free.</summary>
    public ValueTask<PendingOperation<TResult>> BeginAsync(CancellationToken cancellationToken) =>
        TryBegin(cancellationToken, out var operation) ? new(operation) : WaitAsync(cancellationToken);

    /// <summary>Claims the operation for an answer; false, and counted as late, if it has ended.</summary>
    /// <remarks>After true, the caller must call <see cref="SetResult"/> or <see cref="SetException"/> exactly once.</remarks>
    public bool TryClaim(Correlation correlation)
    {
        if (correlation.Slot < (uint)_slots.Length && _slots[correlation.Slot] is { } operation && operation.TryClaim(correlation.Generation))
            return true;
        Interlocked.Increment(ref _late);
        return false;
    }

    /// <summary>Ends an operation with an error; false if it has ended. That is no late answer, and not counted as one.</summary>
    public bool TryFail(Correlation correlation, Exception error) =>
        correlation.Slot < (uint)_slots.Length && _slots[correlation.Slot] is { } operation && operation.TryFail(correlation, error);

    /// <summary>Answers an operation that was claimed.</summary>
    public void SetResult(Correlation correlation, TResult result) => _slots[correlation.Slot]!.SetResult(result);

    /// <summary>Fails an operation that was claimed.</summary>
    public void SetException(Correlation correlation, Exception error) => _slots[correlation.Slot]!.SetException(error);

    /// <summary>Fails everything pending, as when the link is lost; the table stays usable.</summary>
    public void FailAll(Exception error)
    {
        foreach (var operation in _slots)
        {
            operation?.FailIfPending(error);
        }
    }

    /// <summary>Fails everything pending and every later operation.</summary>
    public void Close(Exception error)
    {
        SlotWaiter<TResult>[] waiters;
        lock (_lock)
        {
            if (_closed is not null) return;
            _closed = error;
            waiters = [.. _waiters];
            _waiters.Clear();
        }

        _timer.Dispose();
        foreach (var waiter in waiters) waiter.TrySetException(BrokerException.ForAnother(error));
        FailAll(error);
    }

    /// <inheritdoc/>
    public void Dispose() => Close(new ObjectDisposedException(nameof(IBrokerConnection)));

    internal void Return(PendingOperation<TResult> operation)
    {
        SlotWaiter<TResult> waiter;
        do
        {
            lock (_lock)
            {
                if (_waiters.First is not { } first)
                {
                    _free.Push(operation);
                    return;
                }

                waiter = first.Value;
                _waiters.RemoveFirst();
            }
        }
        while (!waiter.TrySetResult(operation));
    }

    /// <summary>Puts another operation into the slot of one that ends before it is awaited.</summary>
    internal void Replace(uint slot, uint generation)
    {
        PendingOperation<TResult> next;
        lock (_lock)
        {
            if (!_spare.TryPop(out next!)) next = new PendingOperation<TResult>(this, _inlineContinuations);
            next.Occupy(slot, generation);
            _slots[slot] = next;
        }

        Return(next);
    }

    /// <summary>Keeps an operation without a slot for later.</summary>
    internal void Keep(PendingOperation<TResult> operation)
    {
        lock (_lock)
        {
            if (_spare.Count < _slots.Length) _spare.Push(operation);
        }
    }

    private bool TryTake(out PendingOperation<TResult>? operation)
    {
        if (_free.TryPop(out operation)) return true;
        if (_created == _slots.Length) return false;
        operation = new PendingOperation<TResult>(this, _inlineContinuations);
        operation.Occupy((uint)_created, 0);
        _slots[_created++] = operation;
        return true;
    }

    private async ValueTask<PendingOperation<TResult>> WaitAsync(CancellationToken cancellationToken)
    {
        PendingOperation<TResult>? operation;
        var deadlineTick = Volatile.Read(ref _tick) + _timeoutTicks;
        var waiter = new SlotWaiter<TResult>(deadlineTick);
        lock (_lock)
        {
            if (_closed is not null) throw BrokerException.ForAnother(_closed);
            if (!TryTake(out operation)) waiter.Node = _waiters.AddLast(waiter);
        }

        if (operation is null)
        {
            await using var registration = cancellationToken.UnsafeRegister(
                static (state, token) =>
                {
                    var (table, waiter) = ((PendingTable<TResult>, SlotWaiter<TResult>))state!;
                    table.Remove(waiter);
                    waiter.TrySetCanceled(token);
                },
                (this, waiter)).ConfigureAwait(false);
            operation = await waiter.Task.ConfigureAwait(false);
        }

        Begin(operation, deadlineTick, cancellationToken);
        return operation;
    }

    private void Remove(SlotWaiter<TResult> waiter)
    {
        lock (_lock)
        {
            if (waiter.Node?.List is not null) _waiters.Remove(waiter.Node);
        }
    }

    private void Begin(PendingOperation<TResult> operation, long deadlineTick, CancellationToken cancellationToken)
    {
        operation.Begin(deadlineTick, cancellationToken);

        // Closing fails what is pending; an operation that began just after that would wait for ever.
        if (Volatile.Read(ref _closed) is { } error) operation.FailIfPending(error);
    }

    private void FailOverdue()
    {
        var tick = Interlocked.Increment(ref _tick);
        foreach (var operation in _slots)
        {
            if (operation is null) break;
            operation.FailIfPastDeadline(tick, _timeoutError);
        }

        while (TakeOverdueWaiter(tick) is { } waiter) waiter.TrySetException(_timeoutError());
    }

    // Those that came first are overdue first.
    private SlotWaiter<TResult>? TakeOverdueWaiter(long tick)
    {
        lock (_lock)
        {
            if (_waiters.First is not { Value: var waiter } || waiter.DeadlineTick > tick) return null;
            _waiters.RemoveFirst();
            return waiter;
        }
    }
}
