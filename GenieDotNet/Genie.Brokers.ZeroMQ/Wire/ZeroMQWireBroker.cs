using Genie.Brokers.Drivers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.ZeroMQ.Wire.Protocol;

namespace Genie.Brokers.ZeroMQ.Wire;

/// <summary>ZeroMQ by our own protocol code: clients are DEALER or PUSH, the listener is ROUTER and PULL on one port.</summary>
public sealed class ZeroMQWireBroker : DriverBroker
{
    private readonly ZeroMQOptions _options;
    private readonly BrokerUrl _url;

    /// <summary>Connects to nothing yet.</summary>
    /// <exception cref="BrokerSettingException">The URL cannot be used.</exception>
    public ZeroMQWireBroker(ZeroMQOptions options)
    {
        _options = options;
        _url = BrokerUrl.Parse(ZeroMQDrivers.Name, options.Url, new BrokerUrlScheme("tcp", 5599, Tls: false));
    }

    /// <inheritdoc/>
    public override BrokerTraits Traits => ZeroMQWireDriver.Description.Traits(
        [Confirmation.Buffered], _options.MaxMessageBytes, "none (brokerless), ZMTP 3.1",
        remarks: $"one-way by {_options.OneWay.ToString().ToUpperInvariant()}, high-water mark {_options.HighWaterMarkBytes} bytes");

    /// <inheritdoc/>
    protected override ValueTask<MultiplexedConnection> CreateConnectionAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken) =>
        new(new ZeroMQWireConnection(channel, options, _options, LinkOptions(), Credentials()));

    /// <inheritdoc/>
    protected override async ValueTask<IBrokerResource> CreateListenerAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        // Two listeners of one process share the port only where they ask for the same credentials.
        var address = $"{_options.Url}";
        var endpoint = await ZmtpEndpoint.All.AcquireAsync(
            address, () => ValueTask.FromResult(ZmtpEndpoint.Bind(_options, LinkOptions(), Credentials()))).ConfigureAwait(false);
        var listener = new ZmtpListener(endpoint.Listeners, channel, _options.MaxMessageBytes, options, handler, () => ZmtpEndpoint.All.ReleaseAsync(address));
        endpoint.Add(channel, listener);
        return listener;
    }

    private LinkOptions LinkOptions() => new()
    {
        Broker = ZeroMQDrivers.Name,
        Host = _url.Host,
        Port = _url.Port,
        ConnectTimeout = _options.ConnectTimeout,
        UnflushedBytesMax = _options.HighWaterMarkBytes,

        // A listener with full hands does not read: that is the high-water mark, and no fault of the link.
        WriteTimeout = Timeout.InfiniteTimeSpan,
    };

    private ZmtpCredentials? Credentials() => _url.User.Length > 0 ? new ZmtpCredentials(_url.User, _url.Password ?? "") : null;
}
