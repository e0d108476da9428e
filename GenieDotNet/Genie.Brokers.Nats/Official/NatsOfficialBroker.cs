using Genie.Brokers.Drivers;
using NATS.Client.Core;

namespace Genie.Brokers.Nats.Official;

/// <summary>NATS through NATS.Net.</summary>
internal sealed class NatsOfficialBroker(NatsOptions options, string clientVersion) : IBroker
{
    private readonly OpenResources _resources = new();
    private INatsServerInfo? _info;

    public NatsOptions Options => options;

    /// <inheritdoc/>
    public BrokerTraits Traits => NatsTraits.Of("official", clientVersion, _info?.Version, _info?.MaxPayload, "");

    /// <inheritdoc/>
    public async ValueTask<IBrokerConnection> ConnectAsync(string channel, ConnectionOptions connectionOptions, CancellationToken cancellationToken)
    {
        _resources.ThrowIfDisposed();
        NatsTraits.Check(connectionOptions);
        var connection = new NatsOfficialConnection(this, channel, connectionOptions);
        await _resources.OpenAsync(connection, connection.ConnectAsync(cancellationToken)).ConfigureAwait(false);
        return connection;
    }

    /// <inheritdoc/>
    public async ValueTask<IAsyncDisposable> ListenAsync(
        string channel, ListenOptions listenOptions, MessageHandler handler, CancellationToken cancellationToken)
    {
        _resources.ThrowIfDisposed();
        var listener = new NatsOfficialListener(this, channel, listenOptions, handler);
        await _resources.OpenAsync(listener, listener.ConnectAsync(cancellationToken)).ConfigureAwait(false);
        return listener;
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _resources.DisposeAsync();

    internal void Learn(INatsServerInfo? info) => _info = info;

    internal void Forget(IAsyncDisposable closed) => _resources.Forget(closed);
}
