using Genie.Brokers.Drivers;
using Genie.Brokers.Links;
using Genie.Brokers.ZeroMQ.Wire.Protocol;

namespace Genie.Brokers.ZeroMQ.Wire;

/// <summary>ZeroMQ by our own protocol code: clients are DEALER or PUSH, the listener is ROUTER and PULL on one port.</summary>
public sealed class ZeroMQWireBroker : IBroker
{
    private readonly ZeroMQOptions _options;
    private readonly BrokerUrl _url;
    private readonly OpenResources _open = new();

    /// <summary>Connects to nothing yet.</summary>
    /// <exception cref="BrokerSettingException">The URL cannot be used.</exception>
    public ZeroMQWireBroker(ZeroMQOptions options)
    {
        _options = options;
        _url = BrokerUrl.Parse(ZeroMQDrivers.Name, options.Url, new BrokerUrlScheme("tcp", 5599, Tls: false));
    }

    /// <inheritdoc/>
    public BrokerTraits Traits => new()
    {
        Broker = ZeroMQDrivers.Name,
        Client = "wire",
        ClientVersion = ZeroMQWireDriver.Version,
        Server = "none (brokerless), ZMTP 3.1",
        Confirmations = [Confirmation.Buffered],
        MaxPayloadBytes = _options.MaxMessageBytes,
        OrderedPerSender = true,
        CanRedeliver = false,
        Remarks = $"one-way by {_options.OneWay.ToString().ToUpperInvariant()}, high-water mark {_options.HighWaterMarkBytes} bytes",
    };

    /// <inheritdoc/>
    public async ValueTask<IBrokerConnection> ConnectAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken)
    {
        if (options.Confirmation is { } asked and not Confirmation.Buffered)
            throw new ConfirmationNotSupportedException(ZeroMQDrivers.Name, asked, Traits.Confirmations);
        var connection = new ZeroMQWireConnection(channel, options, _options, LinkOptions(), Credentials(), _open.Forget);
        return await _open.OpenAsync(connection, connection.ConnectAsync(cancellationToken)).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask<IAsyncDisposable> ListenAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();

        // Two listeners of one process share the port only where they ask for the same credentials.
        var address = $"{_options.Url}";
        var endpoint = ZmtpEndpoint.All.Acquire(address, () => ZmtpEndpoint.Bind(_options, LinkOptions(), Credentials()));
        var listener = new ZmtpListener(endpoint.Listeners, channel, options, handler, ended =>
        {
            _open.Forget(ended);
            return ZmtpEndpoint.All.ReleaseAsync(address);
        });
        endpoint.Listeners.Add(channel, listener);
        return await _open.OpenAsync(listener, ValueTask.CompletedTask).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _open.DisposeAsync();

    private LinkOptions LinkOptions() => new()
    {
        Broker = ZeroMQDrivers.Name,
        Host = _url.Host,
        Port = _url.Port,
        ConnectTimeout = _options.ConnectTimeout,
        UnflushedBytesMax = _options.HighWaterMarkBytes,
    };

    private ZmtpCredentials? Credentials() => _url.User.Length > 0 ? new ZmtpCredentials(_url.User, _url.Password ?? "") : null;
}
