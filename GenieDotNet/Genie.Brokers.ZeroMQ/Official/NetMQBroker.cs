using Genie.Brokers.Drivers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.Sharing;

namespace Genie.Brokers.ZeroMQ.Official;

/// <summary>ZeroMQ through NetMQ: clients are DEALER, the listener is ROUTER, each on a thread of its own.</summary>
internal sealed class NetMQBroker : DriverBroker
{
    private static readonly SharedResources<NetMQEndpoint> Endpoints = new();

    private readonly ZeroMQOptions _options;
    private readonly int _port;
    private readonly NetMQSockets _sockets;

    /// <summary>Connects to nothing yet.</summary>
    /// <exception cref="BrokerSettingException">The URL cannot be used, or something is asked for that NetMQ lacks.</exception>
    public NetMQBroker(ZeroMQOptions options)
    {
        var url = BrokerUrl.Parse(ZeroMQDrivers.Name, options.Url, new BrokerUrlScheme("tcp", 5599, Tls: false));
        if (url.User.Length > 0) throw new BrokerSettingException("zeromq.url: NetMQ has no PLAIN mechanism. Leave user and password out, or use --client wire.");
        if (options.OneWay != OneWaySocket.Dealer) throw new BrokerSettingException("zeromq.one-way: a NetMQ listener is a ROUTER alone, which takes no PUSH. Leave it at dealer, or use --client wire.");
        _options = options;
        _port = url.Port;
        _sockets = new NetMQSockets(options, url);
    }

    /// <inheritdoc/>
    public override BrokerTraits Traits => NetMQDriver.Description.Traits(
        [Confirmation.Buffered], _options.MaxMessageBytes, "none (brokerless), ZMTP 3.0",
        remarks: $"one-way by DEALER, high-water mark {_options.HighWaterMarkMessages} messages");

    /// <inheritdoc/>
    protected override ValueTask<MultiplexedConnection> CreateConnectionAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken) =>
        new(new NetMQConnection(channel, options, _options, _sockets.Connect()));

    /// <inheritdoc/>
    protected override async ValueTask<IBrokerResource> CreateListenerAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        var endpoint = await Endpoints.AcquireAsync(
            _sockets.Address, () => ValueTask.FromResult(new NetMQEndpoint(_options, _port, _sockets.Bind()))).ConfigureAwait(false);
        var listener = new NetMQListener(endpoint, channel, options, handler, () => Endpoints.ReleaseAsync(_sockets.Address));
        endpoint.Add(channel, listener);
        return listener;
    }
}
