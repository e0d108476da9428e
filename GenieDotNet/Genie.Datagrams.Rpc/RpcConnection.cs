using Genie.Datagrams.Rpc.Calling;
using Genie.Datagrams.Rpc.Serving;
using Genie.Datagrams.Rpc.Wire;
using Genie.Observing;

namespace Genie.Datagrams.Rpc;

/// <summary>A connection of a peer: what generated clients call through. Safe for concurrent callers.</summary>
public sealed partial class RpcConnection
{
    private readonly TaskCompletionSource _connected = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly PendingCalls _calls;
    private readonly ServedCalls _served;
    private RpcException? _refusal;
    private long _lateAnswers;
    private long _refusedMessages;

    internal RpcConnection(RpcPeer peer, DatagramConnection transport)
    {
        (Peer, Transport) = (peer, transport);
        _calls = new PendingCalls(this);
        _served = new ServedCalls(this);

        // Who does not await it must not hear of its failure as an unobserved one.
        _ = _connected.Task.ContinueWith(static task => _ = task.Exception, CancellationToken.None, TaskContinuationOptions.OnlyOnFaulted | TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
    }

    /// <summary>The peer that the connection belongs to.</summary>
    public RpcPeer Peer { get; }

    /// <summary>The connection below, for its state, statistics and address. Its <see cref="DatagramConnection.Tag"/> belongs to this library.</summary>
    public DatagramConnection Transport { get; }

    /// <summary>What the other side gave as its handshake data; empty until the connection stands.</summary>
    public ReadOnlyMemory<byte> HandshakeData { get; private set; }

    /// <summary>Whatever the application wants to find again.</summary>
    public object? Tag { get; set; }

    /// <summary>Completes when the connection stands, with the contracts of both sides compared; fails with an <see cref="RpcException"/> if it cannot be made.</summary>
    public Task Connected => _connected.Task;

    internal RpcOptions Options => Peer.Options;

    /// <summary>Ends the connection once everything reliable that was sent before is delivered. Calls without an answer fail when it has ended.</summary>
    /// <param name="data">What the other side is told.</param>
    public void Disconnect(ReadOnlySpan<byte> data = default) => Transport.Disconnect(data);

    /// <summary>What the connection has counted so far.</summary>
    public RpcStatistics GetStatistics() => new()
    {
        CallsInFlight = _calls.Count,
        ServedCalls = _served.Count,
        LateAnswers = Interlocked.Read(ref _lateAnswers),
        RefusedMessages = Interlocked.Read(ref _refusedMessages),
    };

    /// <summary>The transport has made the connection: now the two sides must fit.</summary>
    internal void OnConnected(ReadOnlySpan<byte> handshakeData)
    {
        if (Peer.Judge(handshakeData, out var applicationData) is { } refusal)
        {
            _refusal = refusal.ToException(Peer.NameOf);
            _calls.FailAll(() => refusal.ToException(Peer.NameOf));
            Transport.Disconnect(refusal.ToBytes());
            return;
        }

        HandshakeData = applicationData.ToArray();
        if (!_served.TryMake(Peer.Services))
        {
            Transport.Disconnect();
            return;
        }

        Observers.Tell(Options.Connected, nameof(RpcOptions.Connected), this);
        _connected.TrySetResult();
    }

    /// <summary>The connection has ended, or could not be made.</summary>
    internal void OnDisconnected(DisconnectReason reason, ReadOnlySpan<byte> data)
    {
        // Both ways to be refused: in the handshake, and by a side that finds out when the connection stands.
        var isRefused = RpcRefusal.TryRead(data, out var refusal) && reason is DisconnectReason.Refused or DisconnectReason.Remote;
        _calls.FailAll(() => Error(mayHaveRun: true));
        _served.CancelAll();
        var error = Error(mayHaveRun: false);
        _connected.TrySetException(error);
        Observers.Tell(Options.Disconnected, nameof(RpcOptions.Disconnected), this, error);

        RpcException Error(bool mayHaveRun) => _refusal ?? (isRefused ? refusal.ToException(Peer.NameOf) : RpcErrors.ConnectionEnded(reason, mayHaveRun, Transport.EndError));
    }

    /// <summary>Takes a message, whatever it is. Nothing that it holds makes this throw.</summary>
    internal void Receive(ReadOnlySpan<byte> message)
    {
        if (message.Length < RpcMessage.ShortHeadBytes || _refusal is not null)
        {
            Refuse();
            return;
        }

        var number = RpcMessage.NumberAt(message, 1);
        switch (message[0])
        {
            case RpcMessage.OneWay:
                _served.Receive(number, null, message[RpcMessage.ShortHeadBytes..]);
                break;
            case RpcMessage.Request when message.Length >= RpcMessage.RequestHeadBytes:
                _served.Receive(number, RpcMessage.NumberAt(message, RpcMessage.ShortHeadBytes), message[RpcMessage.RequestHeadBytes..]);
                break;
            case RpcMessage.Result or RpcMessage.Error:
                ReceiveAnswer(number, message[0], message[RpcMessage.ShortHeadBytes..]);
                break;
            case RpcMessage.Cancel when message.Length == RpcMessage.ShortHeadBytes:
                _served.Cancel(number);
                break;
            default:
                Refuse();
                break;
        }
    }

    internal void Refuse() => Interlocked.Increment(ref _refusedMessages);

    internal void Report(RpcMethod? method, Exception error) => Observers.Tell(Options.ServiceFailed, nameof(RpcOptions.ServiceFailed), this, method, error);

    private void ReceiveAnswer(uint id, byte kind, ReadOnlySpan<byte> body)
    {
        var (code, isTransient, text) = (default(RpcErrorCode), false, "");
        if (kind == RpcMessage.Error && !ErrorBody.TryRead(body, out code, out isTransient, out text))
        {
            Refuse();
            return;
        }

        if (!_calls.TryTake(id, out var call)) Interlocked.Increment(ref _lateAnswers);
        else if (kind == RpcMessage.Error) call.Fail(RpcErrors.Remote(call.Method, code, isTransient, text));
        else if (body.Length > Options.MaxPayloadBytes) call.Fail(RpcErrors.TooLarge(call.Method, "a result", Options.MaxPayloadBytes));
        else call.Complete(body);
    }
}
