using System.Net;

namespace DatagramEcho;

/// <summary>
/// ENet by its C interface, which has no threads: hosts send and receive when they are serviced, and gather what waits into shared datagrams. Its throttle, which drops unreliable
/// messages by itself when round trips vary, is off, as the others have none.
/// </summary>
internal sealed unsafe class EnetPair : IEchoPair
{
    private const uint ThrottleIntervalMilliseconds = 5_000;
    private const uint ThrottleAcceleration = 2;

    private readonly EnetApi.Host* _server;
    private readonly EnetApi.Host* _client;
    private readonly void* _link;

    public EnetPair()
    {
        if (EnetApi.Initialize() != 0) throw new InvalidOperationException("ENet does not start.");
        var version = EnetApi.LinkedVersion();
        Name = $"ENet {version >> 16}.{(version >> 8) & 0xFF}.{version & 0xFF}";
        var address = new EnetApi.Address { Host = BitConverter.ToUInt32(IPAddress.Loopback.GetAddressBytes()) };
        _server = EnetApi.CreateHost(&address, 1, 1, 0, 0);
        _client = EnetApi.CreateHost(null, 1, 1, 0, 0);
        if (_server == null || _client == null || EnetApi.GetAddress(_server->Socket, &address) != 0) throw new InvalidOperationException("ENet opens no host at 127.0.0.1.");
        _link = EnetApi.Connect(_client, &address, 1, 0);
        if (_link == null) throw new InvalidOperationException("ENet begins no connection.");
    }

    public string Name { get; }

    public bool IsConnected { get; private set; }

    public EchoedMessages Echoes { get; } = new();

    public ReliableMessages Reliable { get; } = new();

    public void Send(ReadOnlySpan<byte> message) => Send(_link, message, EnetApi.Unsequenced);

    public void SendReliable(ReadOnlySpan<byte> message) => Send(_link, message, EnetApi.Reliable);

    public void Poll()
    {
        EnetApi.Event happened;
        for (var more = EnetApi.Service(_client, &happened, 0); more > 0; more = EnetApi.CheckEvents(_client, &happened)) HandleClient(ref happened);
        var echoes = false;
        for (var more = EnetApi.Service(_server, &happened, 0); more > 0; more = EnetApi.CheckEvents(_server, &happened)) echoes |= HandleServer(ref happened);

        // Servicing has sent what waited before it: the echoes leave in this round, as those of the others do.
        if (echoes) EnetApi.Flush(_server);
    }

    public void Dispose()
    {
        if (_client != null) EnetApi.DestroyHost(_client);
        if (_server != null) EnetApi.DestroyHost(_server);
    }

    private static void Send(void* peer, ReadOnlySpan<byte> message, uint flags)
    {
        fixed (byte* bytes = message)
        {
            var packet = EnetApi.CreatePacket(bytes, (nuint)message.Length, flags);
            if (packet == null || EnetApi.Send(peer, 0, packet) != 0) throw new InvalidOperationException("ENet does not take a message: the connection has ended.");
        }
    }

    private static ReadOnlySpan<byte> Content(EnetApi.Packet* packet) => new(packet->Data, (int)packet->Length);

    private void HandleClient(ref EnetApi.Event happened)
    {
        switch (happened.Kind)
        {
            case EnetApi.EventKind.Connect:
                DisableThrottle(happened.Peer);
                IsConnected = true;
                break;
            case EnetApi.EventKind.Receive:
                Echoes.Take(Content(happened.Packet));
                EnetApi.DestroyPacket(happened.Packet);
                break;
            case EnetApi.EventKind.Disconnect:
                throw new InvalidOperationException("ENet's connection has ended.");
        }
    }

    private bool HandleServer(ref EnetApi.Event happened)
    {
        if (happened.Kind == EnetApi.EventKind.Connect) DisableThrottle(happened.Peer);
        if (happened.Kind != EnetApi.EventKind.Receive) return false;
        var isUnreliable = (happened.Packet->Flags & EnetApi.Reliable) == 0;
        if (isUnreliable) Send(happened.Peer, Content(happened.Packet), EnetApi.Unsequenced);
        else Reliable.Take(Content(happened.Packet));
        EnetApi.DestroyPacket(happened.Packet);
        return isUnreliable;
    }

    private static void DisableThrottle(void* peer) => EnetApi.ConfigureThrottle(peer, ThrottleIntervalMilliseconds, ThrottleAcceleration, 0);
}
