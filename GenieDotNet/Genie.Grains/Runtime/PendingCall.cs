using System.Collections.Concurrent;
using System.Diagnostics;
using Genie.Grains.Telemetry;
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
    private int _state;

    // A token of 0 is nobody's.
    private PendingCall()
    {
        _core.Reset();
        _state = Waiting(_core.Version);
    }

    public ValueTask<TAnswer> Task => new(this, _core.Version);

    /// <summary>Names this use: what comes later for another one changes nothing.</summary>
    public short Token => _core.Version;

    /// <summary>When it was made, on the runtime's clock, as of the last sweep.</summary>
    public long BegunTimestamp { get; private set; }

    /// <summary>Where it came from, as far as is known.</summary>
    public CallChain? Chain { get; private set; }

    /// <summary>The trace that it belongs to, while somebody listens.</summary>
    public ActivityContext Trace { get; private set; }

    public static PendingCall<TAnswer> Rent(GrainCall call, string kind, string key, long timestamp, CallChain? chain)
    {
        var isPooled = !call.Token.CanBeCanceled;
        var pending = isPooled && Pool.TryDequeue(out var pooled) ? pooled : new PendingCall<TAnswer> { _isPooled = isPooled };
        (pending.BegunTimestamp, pending.Chain) = (timestamp, chain);
        if (GrainTelemetry.Source.HasListeners) pending.Trace = Activity.Current?.Context ?? default;
        if (isPooled) return pending;
        pending._registration = call.Token.UnsafeRegister(
            static state =>
            {
                var (pending, call, kind, key) = ((PendingCall<TAnswer>, GrainCall, string, string))state!;
                pending.Fail(pending.Token, call.Ended(kind, key));
            },
            (pending, call, kind, key));
        return pending;
    }

    /// <summary>True until it is answered, failed, or given up.</summary>
    public bool IsWaiting(short token) => Volatile.Read(ref _state) == Waiting(token);

    public void Succeed(short token, TAnswer answer)
    {
        if (TryComplete(token)) _core.SetResult(answer);
    }

    public void Fail(short token, Exception error)
    {
        if (TryComplete(token)) _core.SetException(error);
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
                (Chain, Trace) = (null, default);
                Volatile.Write(ref _state, Waiting(_core.Version));
                if (Pool.Count < PoolSizeMax) Pool.Enqueue(this);
            }
        }
    }

    public ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);

    private static int Waiting(short token) => (ushort)token << 1;

    private bool TryComplete(short token) => Interlocked.CompareExchange(ref _state, Waiting(token) | 1, Waiting(token)) == Waiting(token);
}
