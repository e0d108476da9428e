using Genie.Datagrams.Protocol;
using Genie.Datagrams.Simulation;
using Genie.Datagrams.Telemetry;

namespace Genie.Datagrams;

/// <summary>Settings of an endpoint. Both sides of a connection may differ in all but <see cref="Security"/>.</summary>
public sealed record DatagramOptions
{
    /// <summary>The most that a handshake carries for the application, bytes.</summary>
    public const int MaxHandshakeDataBytes = 1_024;

    // Below it a timer would be due at every look.
    private static readonly TimeSpan ShortestTime = TimeSpan.FromMilliseconds(1);

    // RFC 9000, section 18.2: max_ack_delay is below 2^14 ms.
    private static readonly TimeSpan LongestAcknowledgementDelay = TimeSpan.FromMilliseconds((1 << 14) - 1);

    /// <summary>What carries the messages, where <see cref="TransportFactory"/> is null.</summary>
    public DatagramTransport Transport { get; init; } = DatagramTransport.Udp;

    /// <summary>Another transport that carries the messages, in place of <see cref="Transport"/>; null: that one. Both sides must have the same.</summary>
    public IDatagramTransportFactory? TransportFactory { get; init; }

    /// <summary>The name of what carries the messages: <c>udp</c>, <c>tcp</c>, or that of <see cref="TransportFactory"/>.</summary>
    public string TransportName => TransportFactory?.Name ?? (Transport == DatagramTransport.Tcp ? DatagramTelemetry.Tcp : DatagramTelemetry.Udp);

    /// <summary>Encryption and the server's identity. Null: everything is in the clear and nobody proves who he is. Both sides must have it, or neither.</summary>
    public DatagramSecurity? Security { get; init; }

    /// <summary>
    /// What may compress messages, best first; none by default. Each side uses the first of its own that the other has too, for messages that get smaller by it.
    /// Not for messages that hold a secret beside what a stranger chooses: their length would tell of it, encrypted or not.
    /// </summary>
    public IReadOnlyList<IDatagramCompressor> Compressors { get; init; } = [];

    /// <summary>Incoming connections at once; further ones are refused with <see cref="DisconnectReason.Full"/>.</summary>
    public int MaxConnections { get; init; } = int.MaxValue;

    /// <summary>The largest message sent or taken, bytes. Unreliable messages are further limited to 255 fragments, some 285,000 bytes.</summary>
    public int MaxMessageBytes { get; init; } = 1 << 20;

    /// <summary>What a connection may hold unsent and unacknowledged, bytes.</summary>
    public int MaxQueuedBytes { get; init; } = 8 << 20;

    /// <summary>What a connection may hold of messages that are not complete or not yet their channel's next, bytes. Packets beyond it count as lost.</summary>
    public int MaxReassemblyBytes { get; init; } = 4 << 20;

    /// <summary>The largest datagram that is tried, bytes, without the headers of UDP and IP. 1,472 is Ethernet's with IPv4; loopback carries more.</summary>
    public int MaxDatagramBytes { get; init; } = 1_472;

    /// <summary>How long an acknowledgement may wait for a packet to ride on: 0 to 16 s.</summary>
    public TimeSpan MaxAcknowledgementDelay { get; init; } = TimeSpan.FromMilliseconds(10);

    /// <summary>A packet is sent at the latest after this, so that the other side and routers on the way know that the connection lives. At least 1 ms, and below <see cref="IdleTimeout"/>.</summary>
    public TimeSpan KeepAliveInterval { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>A connection from which nothing was received for so long has ended. It always ends: an infinite time is refused.</summary>
    public TimeSpan IdleTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>How long a handshake may take, at least 1 ms.</summary>
    public TimeSpan ConnectTimeout { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>How long <see cref="DatagramConnection.Disconnect"/> goes on delivering what was sent before it; 0 is not at all.</summary>
    public TimeSpan LingerTimeout { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>True: what is sent leaves at once. False: it is gathered until <see cref="DatagramEndpoint.Flush"/> or the next poll, and shares packets.</summary>
    public bool SendImmediately { get; init; } = true;

    /// <summary>Asked of the operating system for each direction, bytes; it may give less.</summary>
    public int SocketBufferBytes { get; init; } = 4 << 20;

    /// <summary>Told of what a handler threw, before its connection is closed. Called on the endpoint's thread.</summary>
    public Action<DatagramConnection, Exception>? HandlerFailed { get; init; }

    /// <summary>
    /// Over UDP, for tests and demonstrations: what this endpoint sends and receives fares as on a network with these conditions, beside what the real one does; to about a millisecond.
    /// At one end of a connection: at both it would count twice. Null: nothing is added.
    /// </summary>
    public NetworkConditions? Conditions { get; init; }

    /// <summary>Makes the chances of <see cref="Conditions"/> the same ones again; null: others each time.</summary>
    public int? ConditionsSeed { get; init; }

    /// <summary>The clock of all timers.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Refuses what no endpoint can work with, over either transport.</summary>
    /// <exception cref="ArgumentOutOfRangeException">Names the option.</exception>
    internal void Check()
    {
        if (!Enum.IsDefined(Transport)) throw new ArgumentOutOfRangeException(nameof(Transport), Transport, "Choose one of the transports.");
        if (Conditions is not null && Transport != DatagramTransport.Udp) throw new OptionNotSupportedException(TransportName, nameof(Conditions), "Only datagrams can be lost, doubled or overtaken: use Udp, or put a proxy between the ends.");
        ArgumentOutOfRangeException.ThrowIfNegative(MaxConnections);
        ArgumentOutOfRangeException.ThrowIfLessThan(MaxMessageBytes, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(MaxQueuedBytes, 1);
        ArgumentOutOfRangeException.ThrowIfNegative(MaxReassemblyBytes);
        ArgumentOutOfRangeException.ThrowIfLessThan(MaxDatagramBytes, PacketFormat.BaseDatagramBytes);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(MaxDatagramBytes, PacketFormat.LargestDatagramBytes);
        ArgumentOutOfRangeException.ThrowIfLessThan(SocketBufferBytes, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(MaxAcknowledgementDelay, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(MaxAcknowledgementDelay, LongestAcknowledgementDelay);
        ArgumentOutOfRangeException.ThrowIfLessThan(LingerTimeout, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfLessThan(ConnectTimeout, ShortestTime);
        ArgumentOutOfRangeException.ThrowIfLessThan(KeepAliveInterval, ShortestTime);
        if (KeepAliveInterval >= IdleTimeout) throw new ArgumentOutOfRangeException(nameof(KeepAliveInterval), KeepAliveInterval, $"It must be below IdleTimeout ({IdleTimeout}), or the other side ends the connection before it hears of it. A third of it leaves room for losses.");
    }
}
