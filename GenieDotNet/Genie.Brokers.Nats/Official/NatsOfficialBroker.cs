using Genie.Brokers.Drivers;
using Genie.Brokers.Multiplexing;
using NATS.Client.Core;

namespace Genie.Brokers.Nats.Official;

/// <summary>NATS through NATS.Net.</summary>
internal sealed class NatsOfficialBroker(NatsOptions options) : DriverBroker
{
    private INatsServerInfo? _info;

    public NatsOptions Options => options;

    /// <inheritdoc/>
    public override BrokerTraits Traits => NatsTraits.Of(NatsOfficialDriver.Description, _info?.Version, _info?.MaxPayload);

    /// <inheritdoc/>
    protected override ValueTask<MultiplexedConnection> CreateConnectionAsync(string channel, ConnectionOptions connectionOptions, CancellationToken cancellationToken) =>
        new(new NatsOfficialConnection(this, channel, connectionOptions));

    /// <inheritdoc/>
    protected override ValueTask<IBrokerResource> CreateListenerAsync(
        string channel, ListenOptions listenOptions, MessageHandler handler, CancellationToken cancellationToken) =>
        new(new NatsOfficialListener(this, channel, listenOptions, handler));

    internal void Learn(INatsServerInfo? info) => _info = info;
}
