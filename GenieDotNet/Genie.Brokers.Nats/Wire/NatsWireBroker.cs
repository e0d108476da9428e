using Genie.Brokers.Drivers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.Nats.Wire.Protocol;

namespace Genie.Brokers.Nats.Wire;

/// <summary>NATS through our own protocol code.</summary>
internal sealed class NatsWireBroker(NatsOptions options) : DriverBroker
{
    private NatsServerInfo? _info;

    public NatsOptions Options => options;

    /// <summary>What a request or an answer may hold, as the server last said.</summary>
    public PayloadLimit Limit => NatsTraits.Limit(_info?.MaxPayload);

    /// <inheritdoc/>
    public override BrokerTraits Traits => NatsTraits.Of(NatsWireDriver.Description, _info?.Version, _info?.MaxPayload);

    /// <inheritdoc/>
    protected override ValueTask<MultiplexedConnection> CreateConnectionAsync(string channel, ConnectionOptions connectionOptions, CancellationToken cancellationToken) =>
        new(new NatsWireConnection(this, channel, connectionOptions));

    /// <inheritdoc/>
    protected override ValueTask<IBrokerResource> CreateListenerAsync(
        string channel, ListenOptions listenOptions, MessageHandler handler, CancellationToken cancellationToken) =>
        new(new NatsWireListener(this, channel, listenOptions, handler));

    /// <summary>A link of its own for a connection or a listener.</summary>
    internal SupervisedLink<NatsSession> CreateLink(NatsRole role, bool ownReadThread, Action<Exception> lost)
    {
        // The protocol begins in the clear, TLS or not.
        var linkOptions = options.LinkTo(NatsDrivers.Broker, options.Address, tls: false) with
        {
            OwnReadThread = ownReadThread,

            // With one server too: it may name others of its cluster.
            Servers = new ServerList(options.ServersOf(NatsDrivers.Broker, options.Address)),
        };
        return new SupervisedLink<NatsSession>(linkOptions, OpenAsync, lost);

        async ValueTask<NatsSession> OpenAsync(CancellationToken cancellationToken)
        {
            var session = await NatsSession.OpenAsync(options, linkOptions, role, NatsWireDriver.Description.ClientVersion, cancellationToken).ConfigureAwait(false);
            _info = session.Info;
            return session;
        }
    }
}
