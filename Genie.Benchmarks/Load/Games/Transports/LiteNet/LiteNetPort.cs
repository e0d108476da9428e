using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using Genie.Brokers;
using LiteNetLib;

namespace Genie.Benchmarks.Load.Games.Transports.LiteNet;

/// <summary>Managers of LiteNetLib in its manual mode, without threads of their own.</summary>
internal class LiteNetPort(LiteNetListener listener) : IGamePort, IDisposable
{
    // As many as an endpoint of Genie.Datagrams takes in a poll, and its timeouts.
    private const int PacketsAPoll = 1_024;
    private const int TimeoutMilliseconds = 30_000;
    private const int ConnectDelayMilliseconds = 500;

    private static readonly TimeSpan UpdateInterval = TimeSpan.FromMilliseconds(1);

    private readonly List<NetManager> _managers = [];
    private long _updatedAt = Stopwatch.GetTimestamp();

    /// <inheritdoc/>
    public int Poll()
    {
        var before = listener.Received;
        foreach (var manager in _managers) manager.PollEvents();

        // Sends what answers and acknowledges, and runs the timers, which are in milliseconds: once in each.
        if (Stopwatch.GetElapsedTime(_updatedAt) >= UpdateInterval) Flush();
        return (int)(listener.Received - before);
    }

    /// <inheritdoc/>
    public void Flush()
    {
        var now = Stopwatch.GetTimestamp();
        var elapsedMilliseconds = (float)Stopwatch.GetElapsedTime(_updatedAt, now).TotalMilliseconds;
        _updatedAt = now;
        foreach (var manager in _managers) manager.ManualUpdate(elapsedMilliseconds);
    }

    /// <inheritdoc/>
    public void Wait(TimeSpan atMost)
    {
        // It lets nobody wait for its sockets.
        if (atMost > TimeSpan.Zero) Thread.Sleep(UpdateInterval);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var manager in _managers) manager.Stop();
    }

    /// <summary>Opens one more, with a socket of its own.</summary>
    /// <exception cref="BrokerException">There is no socket.</exception>
    protected NetManager Open()
    {
        var manager = new NetManager(listener)
        {
            AutoRecycle = true,
            ChannelsCount = GameWorkload.RoomMembersMax,
            IPv6Enabled = false,
            MaxPacketPerManualReceive = PacketsAPoll,
            DisconnectTimeout = TimeoutMilliseconds,
            ReconnectDelay = ConnectDelayMilliseconds,
            MaxConnectAttempts = TimeoutMilliseconds / ConnectDelayMilliseconds,
        };
        try
        {
            if (!manager.StartInManualMode(IPAddress.Loopback, IPAddress.IPv6None, 0)) throw NoSocket(null);
        }
        catch (SocketException error)
        {
            throw NoSocket(error);
        }

        _managers.Add(manager);
        return manager;
    }

    private BrokerException NoSocket(SocketException? error) => new(
        $"LiteNetLib cannot open a socket after {_managers.Count:N0}: each of its clients needs one. Play with fewer clients, or let the process have more files open (ulimit -n).", isTransient: true, error);
}

/// <summary>The server's manager.</summary>
internal sealed class LiteNetServerPort : LiteNetPort
{
    /// <exception cref="BrokerException">There is no socket.</exception>
    public LiteNetServerPort(GameServer server)
        : base(new LiteNetServerListener(server)) => Address = new IPEndPoint(IPAddress.Loopback, Open().LocalPort);

    /// <summary>Where it listens.</summary>
    public IPEndPoint Address { get; }
}

/// <summary>All clients, each with a manager: one has one connection for each address that it connects to.</summary>
internal sealed class LiteNetClientPort(GameClients clients, IPEndPoint server) : LiteNetPort(new LiteNetClientListener(clients)), IGameClientPort
{
    /// <inheritdoc/>
    public void Connect()
    {
        Span<byte> handshake = stackalloc byte[GameHandshake.Bytes];
        var manager = Open();
        var client = clients.Add();
        GameHandshake.Write(handshake, client.Number);
        var peer = (NetPeer)manager.Connect(server, handshake);
        peer.Tag = client;
        client.Link = new LiteNetLink(peer);
    }
}
