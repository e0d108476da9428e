using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using Genie.Datagrams.Telemetry;
using LiteNetLib;
using PeerState = LiteNetLib.ConnectionState;

namespace Genie.Datagrams.LiteNetLib;

/// <summary>One of an endpoint's sockets: a manager in its manual mode, without threads of its own. Used by one thread at a time, but for <see cref="Wait"/>.</summary>
internal sealed class LiteNetSocket : NetManager
{
    /// <summary>The largest datagram, as of UDP before its path is probed: every path of QUIC carries it (RFC 9000, section 14).</summary>
    public const int DatagramBytes = 1_200;

    /// <summary>Channels of one kind; LiteNetLib has no more.</summary>
    public const int Channels = 64;

    private const int DatagramsAPoll = 1_024;

    // Of a fragment, LiteNetLib's ChanneledHeaderSize and FragmentHeaderSize.
    private const int FragmentBytes = DatagramBytes - NetConstants.FragmentedHeaderTotalSize;
    private const int LongestPingMilliseconds = 1_000;
    private const int ConnectAgainMilliseconds = 250;

    private readonly TimeSpan _longestStep;
    private Socket? _socket;
    private long _updatedAt = Stopwatch.GetTimestamp();

    private LiteNetSocket(INetEventListener listener, DatagramOptions options)
        : base(listener)
    {
        AutoRecycle = true;
        IPv6Enabled = false;
        EnableStatistics = true;
        ChannelsCount = Channels;
        MtuOverride = DatagramBytes;
        MaxPacketPerManualReceive = DatagramsAPoll;
        MaxFragmentsCount = (ushort)Math.Min(ushort.MaxValue, ((options.MaxMessageBytes + (long)LiteNetFormat.MaxHeadBytes) / FragmentBytes) + 1);
        DisconnectTimeout = (int)options.IdleTimeout.TotalMilliseconds;
        PingInterval = (int)Math.Min(LongestPingMilliseconds, options.KeepAliveInterval.TotalMilliseconds);

        // The endpoint counts the time of a handshake.
        ReconnectDelay = ConnectAgainMilliseconds;
        MaxConnectAttempts = int.MaxValue;
        _longestStep = options.IdleTimeout / 2;
    }

    /// <summary>The largest message that LiteNetLib cuts into fragments, without its head.</summary>
    public const int MaxMessageBytes = (ushort.MaxValue * FragmentBytes) - LiteNetFormat.MaxHeadBytes;

    /// <summary>The address that it is bound to.</summary>
    public IPEndPoint LocalEndPoint { get; private set; } = new(IPAddress.Any, 0);

    /// <summary>True while it is among those to update.</summary>
    public bool IsDirty { get; set; }

    /// <summary>Connections of the endpoint that go by it.</summary>
    public int Connections { get; set; }

    /// <exception cref="CannotBindEndpointException">The address cannot be bound.</exception>
    public static LiteNetSocket Open(IPEndPoint address, INetEventListener listener, DatagramOptions options)
    {
        var opened = new LiteNetSocket(listener, options);
        try
        {
            if (!opened.StartInManualMode(address.Address, IPAddress.IPv6None, address.Port)) throw ReasonOf(address);
            opened._socket = opened._udpSocketv4;
            opened._socket.ReceiveBufferSize = options.SocketBufferBytes;
            opened._socket.SendBufferSize = options.SocketBufferBytes;
            opened.LocalEndPoint = (IPEndPoint)opened._socket.LocalEndPoint!;
            return opened;
        }
        catch (SocketException error)
        {
            opened._udpSocketv4?.Dispose();
            throw new CannotBindEndpointException(address.ToString(), error);
        }
    }

    /// <summary>Sends what is due and was gathered, and runs the timers.</summary>
    public void Update()
    {
        IsDirty = false;
        var now = Stopwatch.GetTimestamp();
        var elapsed = Stopwatch.GetElapsedTime(_updatedAt, now);
        _updatedAt = now;

        // After a halt of the process, what waits in the socket was heard in time: no step ends a connection alone.
        ManualUpdate((float)(elapsed < _longestStep ? elapsed : _longestStep).TotalMilliseconds);
    }

    /// <summary>Adds what it has sent and received since it was last asked.</summary>
    public void Report(EndpointCounters counters)
    {
        counters.DatagramsSent(Statistics.PacketsSent, Statistics.BytesSent);
        counters.DatagramsReceived(Statistics.PacketsReceived, Statistics.BytesReceived);
        Statistics.Reset();
    }

    /// <summary>True if it has no connection to an address, open or about to end: LiteNetLib has one at most.</summary>
    public bool IsFreeFor(IPEndPoint remote)
    {
        foreach (NetPeer peer in this)
        {
            if (peer.ConnectionState != PeerState.Disconnected && peer.Equals(remote)) return false;
        }

        return true;
    }

    /// <summary>True if it has nothing more to say to anybody.</summary>
    public bool IsIdle => Connections == 0 && GetPeersCount(PeerState.Any) == 0;

    /// <summary>Blocks until a datagram can be received, by any of the sockets.</summary>
    public static void Wait(IReadOnlyList<LiteNetSocket> sockets, TimeSpan timeout)
    {
        try
        {
            if (sockets.Count == 1) sockets[0]._socket!.Poll(timeout, SelectMode.SelectRead);
            else Socket.Select(sockets.Select(static socket => socket._socket).ToList(), null, null, timeout);
        }
        catch (Exception error) when (error is SocketException or ObjectDisposedException)
        {
            // One was closed meanwhile.
        }
    }

    /// <summary>What LiteNetLib keeps to itself: why an address cannot be bound.</summary>
    private static SocketException ReasonOf(IPEndPoint address)
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp) { ExclusiveAddressUse = true };
        try
        {
            socket.Bind(address);
            return new SocketException((int)SocketError.AddressAlreadyInUse);
        }
        catch (SocketException error)
        {
            return error;
        }
    }
}
