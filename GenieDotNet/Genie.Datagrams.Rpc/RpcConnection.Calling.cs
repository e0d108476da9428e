using System.Buffers;
using System.ComponentModel;
using Genie.Datagrams.Packets;
using Genie.Datagrams.Rpc.Calling;
using Genie.Datagrams.Rpc.Wire;

namespace Genie.Datagrams.Rpc;

/// <content>What generated clients call, and how a call ends.</content>
public sealed partial class RpcConnection
{
    private const int StackBytes = 512;

    /// <summary>Generated clients ask it once: a contract that the peer did not declare was not compared with the other side's.</summary>
    /// <param name="contract">The client's contract.</param>
    /// <param name="callTimeout">The client's timeout, or null.</param>
    /// <exception cref="InvalidOperationException">The peer does not declare that it calls the service.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void CheckClient(RpcContract contract, TimeSpan? callTimeout)
    {
        ArgumentNullException.ThrowIfNull(contract);
        if (callTimeout is { } timeout) RpcOptions.CheckTimeout(timeout);
        Peer.CheckCalls(contract);
    }

    /// <summary>A one-way call: returns when the transport has the message.</summary>
    /// <typeparam name="TFormat">How the arguments are written.</typeparam>
    /// <typeparam name="T">The arguments.</typeparam>
    /// <param name="method">The method.</param>
    /// <param name="arguments">The arguments.</param>
    /// <exception cref="RpcException">Nothing was sent: the connection has ended, its queue is full, or the arguments cannot be written.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Send<TFormat, T>(RpcMethod method, in T arguments) where TFormat : IRpcFormat<T>
    {
        Span<byte> head = stackalloc byte[RpcMessage.ShortHeadBytes];
        RpcMessage.Head(head, RpcMessage.OneWay, method.Id);
        if (TrySend<TFormat, T>(head, method, arguments) is { } error) throw error;
    }

    /// <inheritdoc cref="Send"/>
    /// <returns>A task that is complete, or has failed.</returns>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public ValueTask SendAsync<TFormat, T>(RpcMethod method, in T arguments) where TFormat : IRpcFormat<T>
    {
        Span<byte> head = stackalloc byte[RpcMessage.ShortHeadBytes];
        RpcMessage.Head(head, RpcMessage.OneWay, method.Id);
        return TrySend<TFormat, T>(head, method, arguments) is { } error ? ValueTask.FromException(error) : default;
    }

    /// <summary>A request.</summary>
    /// <typeparam name="TFormat">How the arguments are written.</typeparam>
    /// <typeparam name="T">The arguments.</typeparam>
    /// <typeparam name="TResultFormat">How the result is written.</typeparam>
    /// <typeparam name="TResult">The result.</typeparam>
    /// <param name="method">The method.</param>
    /// <param name="arguments">The arguments.</param>
    /// <param name="timeout">How long it waits; null: <see cref="RpcOptions.CallTimeout"/>.</param>
    /// <param name="cancellationToken">Ends the call here, and its token at the other side.</param>
    /// <returns>The result, to be awaited once.</returns>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public ValueTask<TResult> CallAsync<TFormat, T, TResultFormat, TResult>(RpcMethod method, in T arguments, TimeSpan? timeout, CancellationToken cancellationToken)
        where TFormat : IRpcFormat<T>
        where TResultFormat : IRpcFormat<TResult>
    {
        if (cancellationToken.IsCancellationRequested) return ValueTask.FromCanceled<TResult>(cancellationToken);
        var call = PendingCall<TResultFormat, TResult>.Rent(this, method, timeout ?? Options.CallTimeout, cancellationToken);
        var task = call.Task;
        if (!_calls.TryAdd(call, out var isEnded))
        {
            call.Discard();
            return ValueTask.FromException<TResult>(isEnded ? Ended() : RpcErrors.TooManyCalls(method, Options.MaxCallsInFlight));
        }

        // From here on the call may end at any time, by any thread, and be another one.
        var id = call.Id;
        if (cancellationToken.IsCancellationRequested && _calls.TryTake(id, out _))
        {
            call.Cancel();
            return task;
        }

        Span<byte> head = stackalloc byte[RpcMessage.RequestHeadBytes];
        RpcMessage.Head(head, RpcMessage.Request, method.Id, id);
        var error = TrySend<TFormat, T>(head, method, arguments);
        if (error is not null && _calls.TryTake(id, out _)) call.Fail(error);

        // A cancellation meanwhile was perhaps sent before the request, for which it had no use.
        else if (cancellationToken.IsCancellationRequested) SendCancel(method, id);
        return task;
    }

    /// <summary>Writes a value after a head, and hands it to the transport.</summary>
    /// <returns>Null, or why it was not sent.</returns>
    internal RpcException? TrySend<TFormat, T>(scoped ReadOnlySpan<byte> head, RpcMethod method, in T value, string what = "arguments") where TFormat : IRpcFormat<T>
    {
        var most = (int)Math.Min(Options.MaxPayloadBytes, (TFormat.MaxBits + 7) / 8);
        var rented = head.Length + most > StackBytes ? ArrayPool<byte>.Shared.Rent(head.Length + most) : null;
        Span<byte> buffer = rented is null ? stackalloc byte[StackBytes] : rented.AsSpan();
        try
        {
            head.CopyTo(buffer);
            var writer = new BitWriter(buffer.Slice(head.Length, most));
            TFormat.TryWrite(ref writer, value);
            if (writer.HasFailed) return RpcErrors.Unwritable(method, what, writer.Error, most);
            return TrySend(buffer[..(head.Length + writer.Flush())], method);
        }
        finally
        {
            if (rented is not null) ArrayPool<byte>.Shared.Return(rented);
        }
    }

    /// <summary>Hands a message to the transport, in the method's mode and channel.</summary>
    internal RpcException? TrySend(scoped ReadOnlySpan<byte> message, RpcMethod method)
    {
        try
        {
            Transport.Send(message, method.Mode, method.Channel);
            return null;
        }
        catch (MessageTooLargeException error)
        {
            return RpcErrors.TooLarge(method, "a message", error.MaxMessageBytes);
        }
        catch (SendQueueFullException error)
        {
            return RpcErrors.QueueFull(method, error);
        }
        catch (Exception error) when (error is ConnectionClosedException or ObjectDisposedException)
        {
            return Ended();
        }
    }

    /// <summary>The caller does not want the answer any more.</summary>
    internal void Cancel(PendingCall call)
    {
        if (!_calls.TryTake(call, out var id)) return;
        SendCancel(call.Method, id);
        call.Cancel();
    }

    /// <summary>The answer did not come in time.</summary>
    internal void Expire(uint id, PendingCall call)
    {
        SendCancel(call.Method, id);
        call.Fail(RpcErrors.TimedOut(call.Method, call.Timeout));
    }

    // Nobody is told where it cannot be sent: the answer is late then.
    private void SendCancel(RpcMethod method, uint id) => TrySend(RpcMessage.Head(stackalloc byte[RpcMessage.ShortHeadBytes], RpcMessage.Cancel, id), method);

    private RpcException Ended() => _refusal ?? RpcErrors.ConnectionEnded(Transport.EndReason ?? DisconnectReason.Local, mayHaveRun: false, Transport.EndError);
}
