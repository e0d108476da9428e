using System.Threading.Tasks.Sources;

namespace Genie.Benchmarks.Load;

/// <summary>A sender's place in a queue, reused for each of its waits so that waiting allocates nothing: one wait at a
/// time, awaited once.</summary>
internal sealed class ReusableWaiter : IValueTaskSource
{
    // The sender goes on in the pool: on the thread that wakes it, its work would make the next one late.
    private ManualResetValueTaskSourceCore<bool> _core = new() { RunContinuationsAsynchronously = true };

    /// <summary>Begins a wait; the task completes by <see cref="Complete"/>.</summary>
    public ValueTask Begin()
    {
        _core.Reset();
        return new ValueTask(this, _core.Version);
    }

    /// <summary>Ends the wait.</summary>
    public void Complete() => _core.SetResult(true);

    void IValueTaskSource.GetResult(short token) => _core.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _core.GetStatus(token);

    void IValueTaskSource.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);
}
