using Genie.Brokers.Drivers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.Peers;
using Genie.Brokers.Udp.Chunks;

namespace Genie.Brokers.Udp;

/// <summary>Messages over UDP without a server between: the listener's process binds a port, clients connect to it.</summary>
internal sealed class UdpBroker : DriverBroker
{
    private static readonly TimeSpan TimeMin = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan TimeMax = TimeSpan.FromHours(24);

    private readonly UdpOptions _options;
    private readonly DriverDescription _description;
    private readonly Func<UdpOptions, LinkOptions, IUdpTransport> _open;
    private readonly LinkOptions _link;
    private readonly PeerLinks _links;
    private readonly Lazy<IUdpTransport> _transport;

    /// <summary>Connects to nothing yet.</summary>
    /// <param name="options">Addresses and limits.</param>
    /// <param name="description">The driver's.</param>
    /// <param name="open">Makes the transport; what it throws reaches who connects or listens.</param>
    /// <exception cref="BrokerSettingException">The URL, the window, a time or the pin cannot be used.</exception>
    public UdpBroker(UdpOptions options, DriverDescription description, Func<UdpOptions, LinkOptions, IUdpTransport> open)
    {
        (_options, _description, _open) = (options, description, open);
        _link = LinkTo(options);
        _links = new PeerLinks(_link, options.MaxMessageBytes);
        _transport = new Lazy<IUdpTransport>(() => open(options, _link));
    }

    /// <inheritdoc/>
    public override BrokerTraits Traits => _description.Traits(
        [Confirmation.Buffered], _options.MaxMessageBytes, "none (brokerless), UDP",
        remarks: $"{UdpSecurity.Describe(_options)}, high-water mark {_options.HighWaterMarkBytes} bytes, receive window {_options.ReceiveWindowBytes} bytes");

    /// <inheritdoc/>
    protected override ValueTask<MultiplexedConnection> CreateConnectionAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken)
    {
        var transport = _transport.Value;
        return new(_links.Connect(channel, options, OpenAsync));

        async ValueTask<LinkTransport> OpenAsync(CancellationToken token) =>
            await transport.ConnectAsync(await UdpAddress.ResolveAsync(_link, token).ConfigureAwait(false), channel, token).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override async ValueTask<IBrokerResource> CreateListenerAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        // Listeners of one process share the port where they are of the same client and settings.
        var address = $"{_description.Client} {_options}";
        var endpoint = await UdpEndpoint.All.AcquireAsync(
            address, () => ValueTask.FromResult(new UdpEndpoint(_open(_options, _link), _link, _links))).ConfigureAwait(false);
        return await endpoint.AddAsync(channel, options, handler, () => UdpEndpoint.All.ReleaseAsync(address)).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override ValueTask EndAsync() => _transport.IsValueCreated ? _transport.Value.DisposeAsync() : ValueTask.CompletedTask;

    private static void CheckTime(string name, TimeSpan time)
    {
        if (time < TimeMin || time > TimeMax) throw new BrokerSettingException(FormattableString.Invariant($"udp.{name}: {time.TotalSeconds} s is not between {TimeMin.TotalMilliseconds} ms and {TimeMax.TotalHours} h."));
    }

    private static LinkOptions LinkTo(UdpOptions options)
    {
        var url = BrokerUrl.Parse(UdpDrivers.Name, options.Url, new BrokerUrlScheme(UdpDrivers.Name, 5598, Tls: false));
        if (url.User.Length > 0) throw new BrokerSettingException("udp.url: there are no users and passwords here; a listener is known by its certificate (udp.tls-certificate-file, udp.tls-pin).");
        if (options.ReceiveWindowBytes is < ChunkStream.WindowBytesMin or > ChunkStream.WindowBytesMax)
            throw new BrokerSettingException($"udp.receive-window-bytes: {options.ReceiveWindowBytes:N0} is not between {ChunkStream.WindowBytesMin:N0} and {ChunkStream.WindowBytesMax:N0}.");
        CheckTime("heartbeat-interval", options.HeartbeatInterval);
        CheckTime("connect-timeout", options.ConnectTimeout);
        UdpSecurity.Check(options);
        return new LinkOptions
        {
            Broker = UdpDrivers.Name,
            Host = url.Host,
            Port = url.Port,
            ConnectTimeout = options.ConnectTimeout,
            UnflushedBytesMax = options.HighWaterMarkBytes,

            // A listener with full hands gives no room: that is the link's flow control, and no fault of it.
            WriteTimeout = Timeout.InfiniteTimeSpan,
        };
    }
}
