using System.Threading.Tasks.Sources;

namespace Genie.Brokers.Multiplexing;

/// <summary>
/// One slot of a <see cref="PendingTable{TResult}"/>: a reusable source of value tasks. Exactly one of answer, failure,
/// time-out and cancellation wins; the losers are told so.
/// </summary>
/// <typeparam name="TResult">What the operation's answer is.</typeparam>
public sealed class PendingOperation<TResult> : IValueTaskSource<TResult>, IThreadPoolWorkItem
{
    private const long PendingBit = 1;

    private readonly PendingTable<TResult> _table;
    private readonly uint _slot;
    private readonly bool _inline;
    private ManualResetValueTaskSourceCore<TResult> _core;

    // Between the claim and the run of what awaits it.
    private TResult? _result;
    private bool _isAwaited;
    private CancellationTokenRegistration _cancellation;

    // Generation in the upper bits, PendingBit below: one compare-and-swap claims the right to complete.
    private long _state;
    private long _deadlineTick;

    internal PendingOperation(PendingTable<TResult> table, uint slot, bool inlineContinuations)
    {
        _table = table;
        _slot = slot;
        _inline = inlineContinuations;
        _core.RunContinuationsAsynchronously = !inlineContinuations;
    }

    /// <summary>The name under which the answer must come back; valid while the operation is pending.</summary>
    public Correlation Correlation => new(_slot, Generation(Volatile.Read(ref _state)));

    /// <summary>The task to await, once.</summary>
    public ValueTask<TResult> Task => new(this, _core.Version);

    /// <summary>Ends the operation with an error; false if it had ended before.</summary>
    public bool TryFail(Correlation correlation, Exception error)
    {
        if (!TryClaim(correlation.Generation)) return false;
        _core.SetException(error);
        return true;
    }

    internal void Begin(long deadlineTick, CancellationToken cancellationToken)
    {
        Volatile.Write(ref _deadlineTick, deadlineTick);

        // A full fence: the table looks for its own closing after this, and closing looks for pending operations.
        Interlocked.Exchange(ref _state, _state | PendingBit);
        if (cancellationToken.CanBeCanceled)
            _cancellation = cancellationToken.UnsafeRegister(static (state, token) => ((PendingOperation<TResult>)state!).Cancel(token), this);
    }

    internal bool TryClaim(uint generation)
    {
        var pending = ((long)generation << 1) | PendingBit;
        return Interlocked.CompareExchange(ref _state, pending & ~PendingBit, pending) == pending;
    }

    internal void SetResult(TResult result)
    {
        if (_inline || !Volatile.Read(ref _isAwaited))
        {
            _core.SetResult(result);
            return;
        }

        // Not left to the core: it allocates for the way to the pool, and prefers the latest caller over those that wait longer.
        _result = result;
        ReadTurn.Run(this);
    }

    internal void SetException(Exception error) => _core.SetException(error);

    internal void FailIfPastDeadline(long tick, Func<Exception> timeout)
    {
        // The state first: a deadline read after it is this use's or a later one's, never an earlier one's.
        var state = Volatile.Read(ref _state);
        if ((state & PendingBit) == 0 || Volatile.Read(ref _deadlineTick) > tick) return;
        if (TryClaim(Generation(state))) _core.SetException(timeout());
    }

    internal void FailIfPending(Exception error)
    {
        var state = Volatile.Read(ref _state);
        if ((state & PendingBit) != 0 && TryClaim(Generation(state))) _core.SetException(error);
    }

    TResult IValueTaskSource<TResult>.GetResult(short token)
    {
        // A task awaited twice, or before its end, must not give away the slot of whoever uses it now.
        if (_core.GetStatus(token) == ValueTaskSourceStatus.Pending) throw new InvalidOperationException("The operation has not ended; await it.");
        try
        {
            return _core.GetResult(token);
        }
        finally
        {
            Recycle();
        }
    }

    void IThreadPoolWorkItem.Execute()
    {
        var result = _result!;
        _result = default;
        _core.RunContinuationsAsynchronously = false;
        _core.SetResult(result);
    }

    ValueTaskSourceStatus IValueTaskSource<TResult>.GetStatus(short token) => _core.GetStatus(token);

    void IValueTaskSource<TResult>.OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags)
    {
        Volatile.Write(ref _isAwaited, true);
        _core.OnCompleted(continuation, state, token, flags);
    }

    private static uint Generation(long state) => (uint)(state >> 1);

    private void Cancel(CancellationToken cancellationToken)
    {
        if (TryClaim(Generation(Volatile.Read(ref _state)))) _core.SetException(new OperationCanceledException(cancellationToken));
    }

    private void Recycle()
    {
        // Waits for a cancellation callback that is running, so that none can meet the next generation.
        _cancellation.Dispose();
        _cancellation = default;
        _core.Reset();
        _core.RunContinuationsAsynchronously = !_inline;
        _isAwaited = false;
        Volatile.Write(ref _state, (long)unchecked(Generation(_state) + 1) << 1);
        _table.Return(this);
    }
}
