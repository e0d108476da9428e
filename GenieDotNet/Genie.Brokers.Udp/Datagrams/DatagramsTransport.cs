using System.Net;
using System.Net.Sockets;
using Genie.Brokers.Links;
using Genie.Brokers.Udp.Chunks;
using Genie.Datagrams;

namespace Genie.Brokers.Udp.Datagrams;

/// <summary>Genie.Datagrams. The links that one broker opens share a socket and its thread, as those of a bound port do.</summary>
internal sealed class DatagramsTransport : IUdpTransport
{
    private readonly LinkOptions _link;
    private readonly int _windowBytes;
    private readonly DatagramOptions _settings;
    private readonly DatagramsHandler _handler;
    private readonly Lazy<DatagramEndpoint> _overIPv4;
    private readonly Lazy<DatagramEndpoint> _overIPv6;

    /// <exception cref="BrokerSettingException">What is named for encryption cannot be used.</exception>
    public DatagramsTransport(UdpOptions options, LinkOptions link)
    {
        _link = link;
        _windowBytes = options.ReceiveWindowBytes;
        _settings = new DatagramOptions
        {
            Security = UdpSecurity.Load(options, link.Host),
            MaxMessageBytes = ChunkStream.ChunkBytes,

            // The other side's window is the limit; this is for one that announces more than it may.
            MaxQueuedBytes = 2 * ChunkStream.WindowBytesMax,
            MaxReassemblyBytes = 2 * options.ReceiveWindowBytes,
            KeepAliveInterval = options.HeartbeatInterval,
            IdleTimeout = 3 * options.HeartbeatInterval,
            ConnectTimeout = options.ConnectTimeout,
        };
        _handler = new DatagramsHandler(link, _windowBytes, accepted: null);
        _overIPv4 = new Lazy<DatagramEndpoint>(() => OpenClient(IPAddress.Any));
        _overIPv6 = new Lazy<DatagramEndpoint>(() => OpenClient(IPAddress.IPv6Any));
    }

    public IDisposable Bind(IPEndPoint address, Action<LinkTransport, string> accepted)
    {
        try
        {
            var endpoint = DatagramEndpoint.Listen(address, new DatagramsHandler(_link, _windowBytes, accepted), _settings);
            endpoint.Start();
            return endpoint;
        }
        catch (CannotBindEndpointException error)
        {
            throw new CannotBindException(_link.Broker, _link.Host, _link.Port, error.InnerException!.Message.TrimEnd('.'), error);
        }
        catch (SecurityIncompleteException error)
        {
            throw new BrokerSettingException("udp: a listener that encrypts needs a certificate: name its file with udp.tls-certificate-file.", error);
        }
    }

    public async ValueTask<LinkTransport> ConnectAsync(IPEndPoint address, string channel, CancellationToken cancellationToken)
    {
        var stream = _handler.StreamOf(Connect(address, channel));
        try
        {
            return await stream.Opened.WaitAsync(cancellationToken).ConfigureAwait(false) is { } error ? throw BrokerException.ForAnother(error) : stream.AsLink(_link);
        }
        catch
        {
            await stream.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    public ValueTask DisposeAsync()
    {
        foreach (var endpoint in (Lazy<DatagramEndpoint>[])[_overIPv4, _overIPv6])
        {
            if (endpoint.IsValueCreated) endpoint.Value.Dispose();
        }

        return ValueTask.CompletedTask;
    }

    private DatagramConnection Connect(IPEndPoint address, string channel)
    {
        try
        {
            return (address.AddressFamily == AddressFamily.InterNetwork ? _overIPv4 : _overIPv6).Value.Connect(address, UdpHello.Of(channel));
        }
        catch (SecurityIncompleteException error)
        {
            throw new BrokerSettingException("udp: a client that encrypts must know whom it believes: name udp.tls-pin or udp.tls-ca-file.", error);
        }
    }

    private DatagramEndpoint OpenClient(IPAddress any)
    {
        var endpoint = DatagramEndpoint.OpenClient(_handler, _settings, new IPEndPoint(any, 0));
        endpoint.Start();
        return endpoint;
    }
}
