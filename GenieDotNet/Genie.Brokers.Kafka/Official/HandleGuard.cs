namespace Genie.Brokers.Kafka.Official;

/// <summary>
/// Keeps a native handle open while calls are in it: librdkafka must not be destroyed under a running call, and the managed
/// client does not see to that. Costs two atomic operations a call.
/// </summary>
internal sealed class HandleGuard
{
    private const int Closed = int.MinValue;

    private readonly TaskCompletionSource _unused = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _state;

    /// <summary>Begins a call; false, without <see cref="Exit"/>, if the handle is being closed.</summary>
    public bool TryEnter()
    {
        if (Interlocked.Increment(ref _state) > 0) return true;
        Exit();
        return false;
    }

    /// <summary>Ends a call.</summary>
    public void Exit()
    {
        if (Interlocked.Decrement(ref _state) == Closed) _unused.TrySetResult();
    }

    /// <summary>Lets no further call begin; completes when none is running.</summary>
    public Task CloseAsync()
    {
        if (Interlocked.Or(ref _state, Closed) == 0) _unused.TrySetResult();
        return _unused.Task;
    }
}
