using System.Threading.Tasks.Sources;
using Genie.Datagrams.Packets;

namespace Genie.Datagrams.Rpc.Calling;

/// <summary>A call with a result. Pooled: it goes back when its result has been taken.</summary>
internal sealed class PendingCall<TFormat, T> : PendingCall, IValueTaskSource<T> where TFormat : IRpcFormat<T>
{
    private const int PooledMax = 256;

    private static readonly Lock PoolGate = new();
    private static readonly Stack<PendingCall<TFormat, T>> Pool = new();

    private ManualResetValueTaskSourceCore<T> _core;

    /// <summary>What the caller awaits.</summary>
    public ValueTask<T> Task => new(this, _core.Version);

    public static PendingCall<TFormat, T> Rent(RpcConnection connection, RpcMethod method, TimeSpan timeout, CancellationToken cancellationToken)
    {
        PendingCall<TFormat, T>? call;
        lock (PoolGate) Pool.TryPop(out call);
        call ??= new PendingCall<TFormat, T>();
        (call.Connection, call.Method, call.Timeout, call.Token) = (connection, method, timeout, cancellationToken);
        call._core.RunContinuationsAsynchronously = connection.Options.RunContinuationsAsynchronously;

        // Before the call stands in the table: whoever takes it from there finds the registration in it.
        if (cancellationToken.CanBeCanceled) call.Registration = cancellationToken.UnsafeRegister(static state => ((PendingCall)state!).Connection.Cancel((PendingCall)state!), call);
        return call;
    }

    /// <summary>A call that never stood in the table, or was taken out of it, and that nobody awaits.</summary>
    public void Discard()
    {
        Registration.Dispose();
        Return();
    }

    public override void Complete(ReadOnlySpan<byte> result)
    {
        var reader = new BitReader(result);
        T? value = default;
        var isRead = false;
        try
        {
            isRead = TFormat.TryRead(ref reader, out value) && reader.IsAtEnd;
        }
        catch (Exception error)
        {
            // A serializer of the user's own, on whatever the other side sent.
            Connection.Report(Method, error);
        }

        // Waits for a cancellation that runs on another thread: it must not meet the object's next call.
        Registration.Dispose();
        if (isRead) _core.SetResult(value!);
        else _core.SetException(RpcErrors.UnreadableResult(Method));
    }

    public override void Fail(Exception error)
    {
        Registration.Dispose();
        _core.SetException(error);
    }

    public T GetResult(short token)
    {
        try
        {
            return _core.GetResult(token);
        }
        finally
        {
            Return();
        }
    }

    public ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) => _core.OnCompleted(continuation, state, token, flags);

    private void Return()
    {
        _core.Reset();
        (Connection, Method, Token, Registration) = (null!, null!, default, default);
        lock (PoolGate)
        {
            if (Pool.Count < PooledMax) Pool.Push(this);
        }
    }
}
