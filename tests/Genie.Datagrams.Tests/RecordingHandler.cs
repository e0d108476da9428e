using System.Collections.Concurrent;

namespace Genie.Datagrams.Tests;

/// <summary>Keeps what an endpoint calls; answers every message with itself if it echoes.</summary>
internal sealed class RecordingHandler(bool echoes = false) : IDatagramHandler
{
    public ConcurrentQueue<(DatagramConnection Connection, byte[] Bytes, MessageInfo Info)> Messages { get; } = new();

    public ConcurrentQueue<(DatagramConnection Connection, byte[] Data)> Connected { get; } = new();

    public ConcurrentQueue<(DatagramConnection Connection, DisconnectReason Reason, byte[] Data)> Disconnected { get; } = new();

    public Func<byte[], (bool IsRefused, byte[] Answer)>? Decides { get; init; }

    public Action<DatagramConnection, byte[]>? OnReceived { get; set; }

    public void OnConnecting(ConnectionRequest request)
    {
        if (Decides is null) return;
        var (isRefused, answer) = Decides(request.HandshakeData.ToArray());
        if (isRefused) request.Refuse(answer);
        else request.Accept(answer);
    }

    public void OnConnected(DatagramConnection connection, ReadOnlySpan<byte> handshakeData) => Connected.Enqueue((connection, handshakeData.ToArray()));

    public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info)
    {
        Messages.Enqueue((connection, message.ToArray(), info));
        OnReceived?.Invoke(connection, message.ToArray());
        if (echoes) connection.Send(message, info.Mode, info.Channel);
    }

    public void OnDisconnected(DatagramConnection connection, DisconnectReason reason, ReadOnlySpan<byte> data) =>
        Disconnected.Enqueue((connection, reason, data.ToArray()));
}
