using Genie.Brokers.Drivers;

namespace Genie.Brokers.RabbitMQ.Official;

/// <summary>
/// RabbitMQ through RabbitMQ.Client: a queue a channel, published to through the default exchange (AMQP 0-9-1 section
/// 3.1.3.1). Each connection and each listener has a TCP connection of its own.
/// </summary>
public sealed class RabbitMQBroker : IBroker
{
    private readonly RabbitMQEndpoint _endpoint;
    private readonly OpenResources _open = new();

    /// <summary>Creates a broker. Connects to nothing yet.</summary>
    /// <exception cref="BrokerSettingException">The URL's scheme is unknown, or a TLS file cannot be read.</exception>
    public RabbitMQBroker(RabbitMQOptions options) => _endpoint = new RabbitMQEndpoint(options);

    /// <inheritdoc/>
    public BrokerTraits Traits => new()
    {
        Broker = RabbitMQDrivers.Broker,
        Client = "official",
        ClientVersion = RabbitMQDriver.LibraryVersion,
        Server = _endpoint.Server,
        Confirmations = _endpoint.Confirmations,
        MaxPayloadBytes = _endpoint.MaxPayloadBytes,
        OrderedPerSender = true,
        CanRedeliver = true,
        HoldsWithoutListener = true,
        Remarks = _endpoint.Remarks,
    };

    /// <inheritdoc/>
    public async ValueTask<IBrokerConnection> ConnectAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken)
    {
        _open.ThrowIfDisposed();
        var level = options.Confirmation ?? _endpoint.Confirmations[0];
        if (!_endpoint.Confirmations.Contains(level)) throw new ConfirmationNotSupportedException(RabbitMQDrivers.Broker, level, _endpoint.Confirmations);
        var connection = new RabbitMQConnection(_endpoint, channel, options, level, _open.Forget);
        return await _open.OpenAsync(connection, connection.OpenAsync(cancellationToken)).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask<IAsyncDisposable> ListenAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        _open.ThrowIfDisposed();
        var listener = new RabbitMQListener(_endpoint, channel, options, handler, _open.Forget);
        return await _open.OpenAsync(listener, listener.OpenAsync(cancellationToken)).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask DeleteChannelAsync(string channel, CancellationToken cancellationToken)
    {
        var connection = await _endpoint.ConnectAsync("delete", cancellationToken).ConfigureAwait(false);
        try
        {
            await using var model = await connection.CreateChannelAsync(null, cancellationToken).ConfigureAwait(false);
            await model.QueueDeleteAsync(_endpoint.QueueOf(channel), ifUnused: false, ifEmpty: false, noWait: false, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (error is not OperationCanceledException)
        {
            throw RabbitMQErrors.Translate(_endpoint, error);
        }
        finally
        {
            await RabbitMQErrors.CloseQuietlyAsync(connection, _endpoint.Link.CloseTimeout).ConfigureAwait(false);
        }
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _open.DisposeAsync();
}
