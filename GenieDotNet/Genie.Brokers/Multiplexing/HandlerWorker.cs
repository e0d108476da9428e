using System.Buffers;
using System.Threading.Tasks.Sources;

namespace Genie.Brokers.Multiplexing;

/// <summary>What handles one message after the other and rests while there is none. To execute it is to wake it.</summary>
internal sealed class HandlerWorker : IThreadPoolWorkItem, IValueTaskSource<bool>
{
    private const int InitialReplyBytes = 256;

    // What follows the rest runs on the thread that wakes: that is what the thread was sent for.
    private ManualResetValueTaskSourceCore<bool> _rest;

    /// <summary>Where the answer to the message in hand is written.</summary>
    public ArrayBufferWriter<byte> Reply { get; } = new(InitialReplyBytes);

    /// <summary>Begins a rest, which one waker ends.</summary>
    /// <returns>Completes with false if there is no more work to come.</returns>
    public ValueTask<bool> RestAsync()
    {
        _rest.Reset();
        return new ValueTask<bool>(this, _rest.Version);
    }

    /// <summary>Ends the rest: there is work.</summary>
    public void Execute() => _rest.SetResult(true);

    /// <summary>Ends the rest for good.</summary>
    public void Stop() => _rest.SetResult(false);

    bool IValueTaskSource<bool>.GetResult(short token) => _rest.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource<bool>.GetStatus(short token) => _rest.GetStatus(token);

    void IValueTaskSource<bool>.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _rest.OnCompleted(continuation, state, token, flags);
}
