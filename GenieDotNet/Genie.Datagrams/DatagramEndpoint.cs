using System.Net;

namespace Genie.Datagrams;

/// <summary>
/// A socket with any number of connections, incoming and outgoing. The application drives it by <see cref="Poll"/> from a loop of its own, or
/// lets <see cref="Start"/> give it a thread. A process may have several. Safe for concurrent callers.
/// </summary>
public abstract class DatagramEndpoint : IDisposable
{
    /// <summary>The address that the endpoint is bound to.</summary>
    public abstract DatagramAddress LocalAddress { get; }

    /// <summary>Connections that are established or closing.</summary>
    public abstract int ConnectionCount { get; }

    /// <summary>Datagrams that were dropped as larger than <see cref="DatagramOptions.MaxDatagramBytes"/>, from whomever: no peer sends them that has asked. 0 over TCP.</summary>
    public abstract long OversizedDatagrams { get; }

    /// <summary>Bytes of the buffers that the endpoint keeps for messages to come. Bounded: what waits or is under way is not among them. 0 over TCP.</summary>
    public abstract long PooledBytes { get; }

    /// <summary>Opens an endpoint that takes connections and can connect to others.</summary>
    /// <param name="address">The address to bind; port 0 is any. IPv6 takes clients over IPv6 alone: for both versions open two endpoints, on the same port if you like.</param>
    /// <param name="handler">Receives what arrives.</param>
    /// <param name="options">Settings, the transport among them.</param>
    /// <exception cref="CannotBindEndpointException">The address cannot be bound.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A setting is none that an endpoint can work with.</exception>
    /// <exception cref="OptionNotSupportedException">A setting is none that <see cref="DatagramOptions.TransportFactory"/> can honour.</exception>
    public static DatagramEndpoint Listen(IPEndPoint address, IDatagramHandler handler, DatagramOptions? options = null) =>
        Open(address, handler, options ?? new DatagramOptions(), isListening: true);

    /// <summary>Opens an endpoint that only connects to others.</summary>
    /// <param name="handler">Receives what arrives.</param>
    /// <param name="options">Settings, the transport among them.</param>
    /// <param name="address">The address to bind; any of IPv4 by default. Over UDP its address family is that of all that can be connected to.</param>
    /// <exception cref="ArgumentOutOfRangeException">A setting is none that an endpoint can work with.</exception>
    /// <exception cref="OptionNotSupportedException">A setting is none that <see cref="DatagramOptions.TransportFactory"/> can honour.</exception>
    public static DatagramEndpoint OpenClient(IDatagramHandler handler, DatagramOptions? options = null, IPEndPoint? address = null) =>
        Open(address ?? new IPEndPoint(IPAddress.Any, 0), handler, options ?? new DatagramOptions(), isListening: false);

    /// <summary>Begins to connect. Messages may be sent on the connection at once; the handler is told when it stands or has failed.</summary>
    /// <param name="remote">The listening endpoint's address.</param>
    /// <param name="handshakeData">What its handler sees before it takes the connection, at most <see cref="DatagramOptions.MaxHandshakeDataBytes"/>.</param>
    /// <exception cref="AddressFamilyMismatchException">Over UDP: the endpoint is bound to IPv4 and the address is IPv6, or the other way round.</exception>
    /// <exception cref="MessageTooLargeException">More handshake data than that.</exception>
    public abstract DatagramConnection Connect(IPEndPoint remote, ReadOnlySpan<byte> handshakeData = default);

    /// <summary>Receives what waits, calls the handler, does what is due and sends what may be sent. Never blocks.</summary>
    /// <returns>How many datagrams or messages were received.</returns>
    public abstract int Poll();

    /// <summary>Sends what was gathered, as far as congestion control and pacing allow.</summary>
    public abstract void Flush();

    /// <summary>Blocks until something can be received or something is due.</summary>
    /// <param name="timeout">The longest wait.</param>
    public abstract void Wait(TimeSpan timeout);

    /// <summary>Gives the endpoint a thread that polls until it is disposed.</summary>
    public abstract void Start();

    /// <summary>Tells all remote sides that the endpoint is closed, and closes it. The handler is called for each connection.</summary>
    public void Dispose()
    {
        Dispose(disposing: true);
        GC.SuppressFinalize(this);
    }

    /// <summary>Closes the endpoint.</summary>
    protected abstract void Dispose(bool disposing);

    private static DatagramEndpoint Open(IPEndPoint address, IDatagramHandler handler, DatagramOptions options, bool isListening)
    {
        options.Check();
        if (options.TransportFactory is { } factory) return factory.Open(address, handler, options, isListening);
        return options.Transport == DatagramTransport.Tcp
            ? new Tcp.TcpEndpoint(address, handler, options, isListening)
            : new Udp.UdpEndpoint(Sockets.DatagramSockets.Open(address, options), handler, options, isListening);
    }
}
