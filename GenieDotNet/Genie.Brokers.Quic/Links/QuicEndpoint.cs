using System.Diagnostics;
using System.Net;
using System.Net.Quic;
using System.Net.Sockets;
using Genie.Brokers.Drivers;
using Genie.Brokers.Links;
using Genie.Brokers.Peers;
using Genie.Brokers.Quic.Trust;
using Genie.Brokers.Sharing;
using Genie.Rpc.Quic;

namespace Genie.Brokers.Quic.Links;

/// <summary>A bound port and the links accepted on it.</summary>
internal sealed class QuicEndpoint : IAsyncDisposable
{
    private static readonly TimeSpan FreeTimeout = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan FreePause = TimeSpan.FromMilliseconds(5);

    private readonly QuicOptions _options;
    private readonly LinkOptions _link;
    private readonly QuicIdentity _identity;
    private readonly PeerEndpoint _peers;
    private readonly Lazy<Task<QuicRpcServer<QuicEndpoint>>> _server;

    public QuicEndpoint(QuicOptions options, LinkOptions link, PeerLinks links, QuicIdentity identity)
    {
        (_options, _link, _identity) = (options, link, identity);
        _peers = new PeerEndpoint(links);
        _server = new Lazy<Task<QuicRpcServer<QuicEndpoint>>>(StartAsync);
    }

    /// <summary>The endpoints of this process.</summary>
    public static SharedResources<QuicEndpoint> All { get; } = new();

    /// <summary>Registers a listener; the first one has the port bound.</summary>
    /// <exception cref="CannotBindException">Another process has the port.</exception>
    public Task<IBrokerResource> AddAsync(string channel, ListenOptions options, MessageHandler handler, Func<ValueTask> release) =>
        _peers.ListenAsync(channel, options, handler, release, () => _server.Value);

    /// <summary>Closes the links, then the port; what was answered is sent first.</summary>
    public async ValueTask DisposeAsync()
    {
        await _peers.DisposeAsync().ConfigureAwait(false);
        if (_server is { IsValueCreated: true, Value.IsCompletedSuccessfully: true }) await CloseAsync(await _server.Value.ConfigureAwait(false)).ConfigureAwait(false);
        _identity.Dispose();
    }

    // MsQuic gives a port back some time after its last connection was closed.
    private static async Task CloseAsync(QuicRpcServer<QuicEndpoint> server)
    {
        var endPoint = server.LocalEndPoint;
        await server.DisposeAsync().ConfigureAwait(false);
        for (var since = Stopwatch.GetTimestamp(); !IsFree(endPoint) && Stopwatch.GetElapsedTime(since) < FreeTimeout;) await Task.Delay(FreePause).ConfigureAwait(false);
    }

    private static bool IsFree(IPEndPoint endPoint)
    {
        try
        {
            RequireFree(endPoint);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }

    private async Task<QuicRpcServer<QuicEndpoint>> StartAsync()
    {
        var service = new QuicRpcService<QuicEndpoint>();
        service.RegisterStreamingFunction(QuicProtocol.LinkFunction, ServeAsync);
        var certificate = _identity.Certificate
            ?? throw new BrokerSettingException("quic: a listener needs a certificate: name its file with quic.tls-certificate-file, or name no file and no pin for the development certificate.");
        try
        {
            var address = IPAddress.TryParse(_link.Host, out var literal) ? literal : (await Dns.GetHostAddressesAsync(_link.Host).ConfigureAwait(false))[0];
            var endPoint = new IPEndPoint(address, _link.Port);
            RequireFree(endPoint);
            return await QuicRpcServer.StartAsync(service, ListenOptions(endPoint, certificate), _ => this).ConfigureAwait(false);
        }
        catch (Exception error) when (error is SocketException or QuicException)
        {
            throw new CannotBindException(QuicDrivers.Name, _link.Host, _link.Port, (error as SocketException)?.SocketErrorCode.ToString() ?? error.Message.TrimEnd('.'), error);
        }
    }

    // MsQuic shares a port with other sockets that allow it (SO_REUSEPORT), which would share out the clients between two processes unasked.
    private static void RequireFree(IPEndPoint endPoint)
    {
        using var probe = new Socket(endPoint.AddressFamily, SocketType.Dgram, ProtocolType.Udp);
        probe.Bind(endPoint);
    }

    private QuicRpcListenOptions ListenOptions(IPEndPoint endPoint, System.Security.Cryptography.X509Certificates.X509Certificate2 certificate) => new()
    {
        Certificate = certificate,
        EndPoint = endPoint,
        ClientTrust = _options.TlsMutual ? _identity.Trust : null,
        ApplicationProtocol = QuicProtocol.Name,
        MaxStreams = 1,
        HandshakeTimeout = _options.ConnectTimeout,
        IdleTimeout = 6 * _options.HeartbeatInterval,
    };

    private async ValueTask ServeAsync(QuicRpcContext<QuicEndpoint> context)
    {
        var channel = context.Metadata[QuicProtocol.ChannelKey]
            ?? throw new QuicRpcException(QuicRpcErrorCode.InvalidArgument, "A link names its channel.");
        await _peers.ServeAsync(QuicProtocol.Transport(context.Stream!, _link, null), channel).ConfigureAwait(false);
    }
}
