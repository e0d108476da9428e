using System.Collections.Concurrent;
using System.Threading.Tasks.Sources;

namespace Genie.Grains;

/// <summary>
/// A caller that waits for an answer. One that can be cancelled completes when that happens, and is not used again, since its turn may
/// still end later; all others are pooled.
/// </summary>
internal sealed class PendingCall<TAnswer> : IValueTaskSource<TAnswer>
{
    private const int PoolSizeMax = 8192;

    private static readonly ConcurrentQueue<PendingCall<TAnswer>> Pool = new();

    // A caller goes on elsewhere: what it does next is no part of the grain's turn.
    private ManualResetValueTaskSourceCore<TAnswer> _core = new() { RunContinuationsAsynchronously = true };
    private CancellationTokenRegistration _registration;
    private bool _isPooled;
    private int _isComplete;

    public ValueTask<TAnswer> Task => new(this, _core.Version);

    public static PendingCall<TAnswer> Rent(GrainCall call, string kind, string key)
    {
        if (!call.Token.CanBeCanceled) return Pool.TryDequeue(out var pooled) ? pooled : new PendingCall<TAnswer> { _isPooled = true };
        var pending = new PendingCall<TAnswer>();
        pending._registration = call.Token.UnsafeRegister(
            static state =>
            {
                var (pending, call, kind, key) = ((PendingCall<TAnswer>, GrainCall, string, string))state!;
                pending.Fail(call.Ended(kind, key));
            },
            (pending, call, kind, key));
        return pending;
    }

    public void Succeed(TAnswer answer)
    {
        if (Interlocked.Exchange(ref _isComplete, 1) == 0) _core.SetResult(answer);
    }

    public void Fail(Exception error)
    {
        if (Interlocked.Exchange(ref _isComplete, 1) == 0) _core.SetException(error);
    }

    public TAnswer GetResult(short token)
    {
        try
        {
            return _core.GetResult(token);
        }
        finally
        {
            _registration.Dispose();
            if (_isPooled)
            {
                _core.Reset();
                _isComplete = 0;
                if (Pool.Count < PoolSizeMax) Pool.Enqueue(this);
            }
        }
    }

    public ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);
}
