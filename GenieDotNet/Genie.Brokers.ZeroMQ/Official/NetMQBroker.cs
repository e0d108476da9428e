using Genie.Brokers.Drivers;
using Genie.Brokers.Links;
using Genie.Brokers.ZeroMQ.Sharing;

namespace Genie.Brokers.ZeroMQ.Official;

/// <summary>ZeroMQ through NetMQ: DEALER and ROUTER, each on a poller thread of its own.</summary>
public sealed class NetMQBroker : IBroker
{
    private static readonly SharedEndpoints<NetMQEndpoint> Endpoints = new();
    private readonly ZeroMQOptions _options;
    private readonly string _address;
    private readonly OpenResources _open = new();

    /// <summary>Connects to nothing yet.</summary>
    /// <exception cref="BrokerSettingException">The URL cannot be used, or carries a password: NetMQ has no PLAIN mechanism.</exception>
    public NetMQBroker(ZeroMQOptions options)
    {
        var url = BrokerUrl.Parse(ZeroMQDrivers.Name, options.Url, new BrokerUrlScheme("tcp", 5599, Tls: false));
        if (url.User.Length > 0) throw new BrokerSettingException("zeromq.url: NetMQ has no PLAIN mechanism; leave user and password out, or use --client wire.");
        _options = options;
        _address = $"tcp://{url.Host}:{url.Port}";
    }

    /// <inheritdoc/>
    public BrokerTraits Traits => new()
    {
        Broker = ZeroMQDrivers.Name,
        Client = "official",
        ClientVersion = NetMQDriver.Version,
        Server = "none (brokerless), ZMTP 3.0",
        Confirmations = [Confirmation.Buffered],
        MaxPayloadBytes = _options.MaxMessageBytes,
        OrderedPerSender = true,
        CanRedeliver = false,
        Remarks = "one-way by DEALER",
    };

    /// <inheritdoc/>
    public async ValueTask<IBrokerConnection> ConnectAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        if (options.Confirmation is { } asked and not Confirmation.Buffered)
            throw new ConfirmationNotSupportedException(ZeroMQDrivers.Name, asked, Traits.Confirmations);
        var connection = new NetMQConnection(channel, options, _options, _address, _open.Forget);
        return await _open.OpenAsync(connection, ValueTask.CompletedTask).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask<IAsyncDisposable> ListenAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var endpoint = Endpoints.Acquire(_address, () => new NetMQEndpoint(_options, _address));
        var listener = new NetMQListener(endpoint, channel, options, handler, ended =>
        {
            _open.Forget(ended);
            return Endpoints.ReleaseAsync(_address);
        });
        endpoint.Listeners.Add(channel, listener);
        return await _open.OpenAsync(listener, ValueTask.CompletedTask).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _open.DisposeAsync();
}
