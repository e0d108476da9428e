using System.Threading.Tasks.Sources;

namespace Genie.Brokers.Multiplexing;

/// <summary>
/// What is in one slot of a <see cref="PendingTable{TResult}"/>: a reusable source of value tasks. Exactly one of answer, failure,
/// time-out and cancellation wins; the losers learn so.
/// </summary>
/// <remarks>
/// One that ends before anybody awaits it leaves its slot to another at once, so that a task nobody awaits holds no slot; one
/// that is awaited gives the slot back itself, when whoever awaits it takes the result.
/// </remarks>
/// <typeparam name="TResult">What the operation's answer is.</typeparam>
public sealed class PendingOperation<TResult> : IValueTaskSource<TResult>, IValueTaskSource, IThreadPoolWorkItem
{
    private const long PendingBit = 1;

    private readonly PendingTable<TResult> _table;
    private readonly bool _inline;
    private ManualResetValueTaskSourceCore<TResult> _core;

    // Between the claim and the run of what awaits it.
    private TResult? _result;
    private bool _isAwaited;
    private bool _isReplaced;
    private CancellationTokenRegistration _cancellation;

    // Kept for the next use unless it was cancelled.
    private CancellationTokenSource? _posting;
    private int _isPosting;

    // Generation in the upper bits, PendingBit below: one compare-and-swap claims the right to complete.
    private long _state;
    private long _deadlineTick;
    private uint _slot;

    internal PendingOperation(PendingTable<TResult> table, bool inlineContinuations)
    {
        _table = table;
        _inline = inlineContinuations;
        _core.RunContinuationsAsynchronously = !inlineContinuations;
    }

    /// <summary>The name under which the answer must come back; valid while the operation is pending.</summary>
    public Correlation Correlation => new(_slot, Generation(Volatile.Read(ref _state)));

    /// <summary>The task to await, once.</summary>
    public ValueTask<TResult> Task => new(this, _core.Version);

    /// <summary>The same without the answer: one of the two is awaited, once.</summary>
    public ValueTask Completion => new(this, _core.Version);

    /// <summary>Cancelled when the operation fails before its message is posted: posting has the operation's deadline, and its caller's token.</summary>
    internal CancellationToken Posting => (_posting ??= new CancellationTokenSource()).Token;

    /// <summary>Posting takes a while: from now on an operation that fails cancels it, until <see cref="EndPosting"/>.</summary>
    internal void BeginPosting(Correlation correlation)
    {
        // A full fence on both sides: either whoever fails the operation sees this, or it is seen here that it has ended.
        Interlocked.Exchange(ref _isPosting, 1);
        if (Volatile.Read(ref _state) != (((long)correlation.Generation << 1) | PendingBit)) _posting?.Cancel();
    }

    /// <summary>The message is posted, or never will be.</summary>
    internal void EndPosting() => Volatile.Write(ref _isPosting, 0);

    /// <summary>Ends the operation with an error; false if it had ended before.</summary>
    public bool TryFail(Correlation correlation, Exception error)
    {
        if (correlation.Slot != _slot || !TryClaim(correlation.Generation)) return false;
        SetException(error);
        return true;
    }

    /// <summary>Takes a slot under a name that neither the slot has had, whose last generation is given, nor this operation.</summary>
    internal void Occupy(uint slot, uint generation)
    {
        var own = Generation(_state);
        _slot = slot;
        Volatile.Write(ref _state, (long)unchecked(((int)(own - generation) > 0 ? own : generation) + 1) << 1);
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
        LeaveSlotIfNotAwaited();
        if (_inline || _isReplaced)
        {
            _core.SetResult(result);
            return;
        }

        // Not left to the core: it allocates for the way to the pool, and prefers the latest caller over those that wait longer.
        _result = result;
        ContinuationDispatcher.Dispatch(this);
    }

    internal void SetException(Exception error)
    {
        if (Volatile.Read(ref _isPosting) != 0) _posting?.Cancel();
        LeaveSlotIfNotAwaited();
        _core.SetException(error);
    }

    internal void FailIfPastDeadline(long tick, Func<Exception> timeout)
    {
        // The state first: a deadline read after it is this use's or a later one's, never an earlier one's.
        var state = Volatile.Read(ref _state);
        if ((state & PendingBit) == 0 || Volatile.Read(ref _deadlineTick) > tick) return;
        if (TryClaim(Generation(state))) SetException(timeout());
    }

    internal void FailIfPending(Exception error)
    {
        var state = Volatile.Read(ref _state);
        if ((state & PendingBit) != 0 && TryClaim(Generation(state))) SetException(BrokerException.ForAnother(error));
    }

    TResult IValueTaskSource<TResult>.GetResult(short token) => TakeResult(token);

    void IValueTaskSource.GetResult(short token) => TakeResult(token);

    void IThreadPoolWorkItem.Execute()
    {
        var result = _result!;
        _result = default;
        _core.RunContinuationsAsynchronously = false;
        _core.SetResult(result);
    }

    ValueTaskSourceStatus IValueTaskSource<TResult>.GetStatus(short token) => _core.GetStatus(token);

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _core.GetStatus(token);

    void IValueTaskSource<TResult>.OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) => Continue(continuation, state, token, flags);

    void IValueTaskSource.OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) => Continue(continuation, state, token, flags);

    private static uint Generation(long state) => (uint)(state >> 1);

    private TResult TakeResult(short token)
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

    private void Continue(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags)
    {
        Volatile.Write(ref _isAwaited, true);
        _core.OnCompleted(continuation, state, token, flags);
    }

    // By whoever has claimed the operation, before it ends.
    private void LeaveSlotIfNotAwaited()
    {
        if (Volatile.Read(ref _isAwaited)) return;
        _isReplaced = true;
        _table.Replace(_slot, Generation(_state));
    }

    private void Cancel(CancellationToken cancellationToken)
    {
        if (TryClaim(Generation(Volatile.Read(ref _state)))) SetException(new OperationCanceledException(cancellationToken));
    }

    private void Recycle()
    {
        // Waits for a cancellation callback that is running, so that none can meet the next generation.
        _cancellation.Dispose();
        _cancellation = default;
        if (_posting is { IsCancellationRequested: true })
        {
            _posting.Dispose();
            _posting = null;
        }

        _core.Reset();
        _core.RunContinuationsAsynchronously = !_inline;
        _isAwaited = false;
        if (_isReplaced)
        {
            _isReplaced = false;
            _table.Keep(this);
            return;
        }

        Occupy(_slot, Generation(_state));
        _table.Return(this);
    }
}
