using Genie.Brokers.Drivers;
using NATS.Client.Core;

namespace Genie.Brokers.Nats.Official;

/// <summary>NATS through NATS.Net.</summary>
internal sealed class NatsOfficialBroker(NatsOptions options, string clientVersion) : DriverBroker
{
    private INatsServerInfo? _info;

    public NatsOptions Options => options;

    /// <inheritdoc/>
    public override BrokerTraits Traits => NatsTraits.Of("official", clientVersion, _info?.Version, _info?.MaxPayload, "");

    /// <inheritdoc/>
    protected override async ValueTask<IBrokerConnection> OpenConnectionAsync(string channel, ConnectionOptions connectionOptions, CancellationToken cancellationToken)
    {
        var connection = new NatsOfficialConnection(this, channel, connectionOptions);
        return await OpenAsync(connection, connection.ConnectAsync(cancellationToken)).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override async ValueTask<IAsyncDisposable> OpenListenerAsync(
        string channel, ListenOptions listenOptions, MessageHandler handler, CancellationToken cancellationToken)
    {
        var listener = new NatsOfficialListener(this, channel, listenOptions, handler);
        return await OpenAsync(listener, listener.ConnectAsync(cancellationToken)).ConfigureAwait(false);
    }

    internal void Learn(INatsServerInfo? info) => _info = info;
}
