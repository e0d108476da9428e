using System.Net;

namespace Genie.Datagrams.Rpc.Tests;

/// <summary>A transport that keeps what is sent, or hands it to a peer at once.</summary>
internal sealed class FakeConnection : DatagramConnection
{
    public Queue<byte[]> Sent { get; } = new();

    /// <summary>Takes what is sent in place of <see cref="Sent"/>.</summary>
    public RpcPeer? Sink { get; set; }

    public FakeConnection? SinkConnection { get; set; }

    public Action? Sending { get; set; }

    public bool IsFull { get; set; }

    public ConnectionState StateNow { get; set; } = ConnectionState.Connected;

    public int Disconnects { get; private set; }

    public override ConnectionState State => StateNow;

    public override DatagramAddress RemoteAddress => DatagramAddress.From(new IPEndPoint(IPAddress.Loopback, 1));

    public override DatagramEndpoint Endpoint => throw new NotSupportedException();

    public override long QueuedBytes => 0;

    public override long Send(ReadOnlySpan<byte> message, DeliveryMode mode, byte channel = 0)
    {
        Sending?.Invoke();
        if (StateNow == ConnectionState.Closed) throw new ConnectionClosedException(DisconnectReason.Timeout);
        if (IsFull) throw new SendQueueFullException(1);
        if (Sink is { } sink) ((IDatagramHandler)sink).OnMessage(SinkConnection!, message, new MessageInfo(mode, channel));
        else Sent.Enqueue(message.ToArray());
        return 1;
    }

    public override DeliveryState GetDelivery(long id) => DeliveryState.Unknown;

    public override void Disconnect(ReadOnlySpan<byte> data = default) => Disconnects++;

    public override ConnectionStatistics GetStatistics() => default;
}
