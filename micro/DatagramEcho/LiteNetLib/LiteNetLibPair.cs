using System.Diagnostics;
using System.Net;
using LiteNetLib;

namespace DatagramEcho;

/// <summary>LiteNetLib in its manual mode, which its makers have for the same use: no threads, receiving and sending when called. It gathers too.</summary>
internal sealed class LiteNetLibPair : IEchoPair
{
    private readonly EventBasedNetListener _clientEvents = new();
    private readonly EventBasedNetListener _serverEvents = new();
    private readonly NetManager _client;
    private readonly NetManager _server;
    private readonly NetPeer _link;
    private long _polledAt = Stopwatch.GetTimestamp();

    public LiteNetLibPair()
    {
        _server = new NetManager(_serverEvents);
        _client = new NetManager(_clientEvents);
        _serverEvents.ConnectionRequestEvent += request => request.Accept();
        _serverEvents.NetworkReceiveEvent += (peer, reader, _, method) =>
        {
            if (method == DeliveryMethod.Unreliable) peer.Send(reader.GetRemainingBytesSpan(), method);
            else Reliable.Take(reader.GetRemainingBytesSpan());
            reader.Recycle();
        };
        _clientEvents.NetworkReceiveEvent += (_, reader, _, _) =>
        {
            Echoes.Take(reader.GetRemainingBytesSpan());
            reader.Recycle();
        };
        _server.StartInManualMode(IPAddress.Loopback, IPAddress.IPv6Loopback, 0);
        _client.StartInManualMode(IPAddress.Loopback, IPAddress.IPv6Loopback, 0);
        _link = _client.Connect(new IPEndPoint(IPAddress.Loopback, _server.LocalPort), "echo");
    }

    public string Name { get; } = $"LiteNetLib {typeof(NetManager).Assembly.GetName().Version?.ToString(3)}";

    public bool IsConnected => _link.ConnectionState == LiteNetLib.ConnectionState.Connected;

    public EchoedMessages Echoes { get; } = new();

    public ReliableMessages Reliable { get; } = new();

    public void SendReliable(ReadOnlySpan<byte> message) => _link.Send(message, DeliveryMethod.ReliableOrdered);

    public void Send(ReadOnlySpan<byte> message) => _link.Send(message, DeliveryMethod.Unreliable);

    public void Poll()
    {
        var now = Stopwatch.GetTimestamp();
        var elapsed = (float)Stopwatch.GetElapsedTime(_polledAt, now).TotalMilliseconds;
        _polledAt = now;
        _client.PollEvents();
        _client.ManualUpdate(elapsed);
        _server.PollEvents();
        _server.ManualUpdate(elapsed);
    }

    public void Dispose()
    {
        _client.Stop();
        _server.Stop();
    }
}
