using Genie.Brokers.Drivers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.Peers;
using Genie.Brokers.Quic.Links;
using Genie.Brokers.Quic.Trust;
using Genie.Rpc.Quic;

namespace Genie.Brokers.Quic;

/// <summary>Messages over QUIC without a server between: the listener's process binds a UDP port, clients connect to it.</summary>
public sealed class QuicBroker : DriverBroker
{
    private readonly QuicOptions _options;
    private readonly LinkOptions _link;
    private readonly PeerLinks _links;
    private readonly Lazy<QuicIdentity> _identity;

    /// <summary>Connects to nothing yet.</summary>
    /// <exception cref="BrokerSettingException">The URL cannot be used.</exception>
    public QuicBroker(QuicOptions options)
    {
        _options = options;
        _link = LinkTo(options);
        _links = new PeerLinks(_link, options.MaxMessageBytes);
        _identity = new Lazy<QuicIdentity>(() => QuicIdentity.Load(options));
    }

    /// <inheritdoc/>
    public override BrokerTraits Traits => QuicDriver.Description.Traits(
        [Confirmation.Buffered], _options.MaxMessageBytes, "none (brokerless), QUIC version 1",
        remarks: $"TLS 1.3, {QuicIdentity.Describe(_options)}, high-water mark {_options.HighWaterMarkBytes} bytes");

    /// <inheritdoc/>
    protected override ValueTask<MultiplexedConnection> CreateConnectionAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken)
    {
        RequireQuic();
        return new(_links.Connect(channel, options, token => QuicClient.OpenAsync(channel, _link, _options, _identity.Value, token)));
    }

    /// <inheritdoc/>
    protected override async ValueTask<IBrokerResource> CreateListenerAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        RequireQuic();

        // Listeners of one process share the port where they are of the same settings.
        var address = $"{_options}";
        var endpoint = await QuicEndpoint.All.AcquireAsync(
            address, () => ValueTask.FromResult(new QuicEndpoint(_options, _link, _links, QuicIdentity.Load(_options)))).ConfigureAwait(false);
        return await endpoint.AddAsync(channel, options, handler, () => QuicEndpoint.All.ReleaseAsync(address)).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override ValueTask EndAsync()
    {
        if (_identity.IsValueCreated) _identity.Value.Dispose();
        return ValueTask.CompletedTask;
    }

    private static LinkOptions LinkTo(QuicOptions options)
    {
        var url = BrokerUrl.Parse(QuicDrivers.Name, options.Url, new BrokerUrlScheme(QuicDrivers.Name, 5597, Tls: true));
        if (url.User.Length > 0) throw new BrokerSettingException("quic.url: there are no users and passwords here; clients are known by their certificates (quic.tls-certificate-file, quic.tls-pins).");
        return new LinkOptions
        {
            Broker = QuicDrivers.Name,
            Host = url.Host,
            Port = url.Port,
            ConnectTimeout = options.ConnectTimeout,
            UnflushedBytesMax = options.HighWaterMarkBytes,

            // A listener with full hands does not read: that is QUIC's flow control, and no fault of the link.
            WriteTimeout = Timeout.InfiniteTimeSpan,
        };
    }

    private static void RequireQuic()
    {
        if (!QuicSupport.IsSupported) throw new MissingLibraryException(QuicDrivers.Name, QuicSupport.HowToInstall);
    }
}
