using Genie.Brokers.Drivers;
using Genie.Brokers.Links;

namespace Genie.Brokers.RabbitMQ.Official;

/// <summary>
/// RabbitMQ through RabbitMQ.Client: a queue a channel, published to through the default exchange (AMQP 0-9-1 section
/// 3.1.3.1). Each connection and each listener has a TCP connection of its own.
/// </summary>
public sealed class RabbitMQBroker : DriverBroker
{
    private readonly RabbitMQEndpoint _endpoint;

    /// <summary>Creates a broker. Connects to nothing yet.</summary>
    /// <exception cref="BrokerSettingException">The URL's scheme is unknown, or a TLS file cannot be read.</exception>
    public RabbitMQBroker(RabbitMQOptions options) => _endpoint = new RabbitMQEndpoint(options);

    /// <inheritdoc/>
    public override BrokerTraits Traits => new()
    {
        Broker = RabbitMQDrivers.Broker,
        Client = "official",
        ClientVersion = RabbitMQDriver.LibraryVersion,
        Server = _endpoint.Server,
        Confirmations = _endpoint.Confirmations,
        MaxPayloadBytes = _endpoint.MaxPayloadBytes,
        OrderedPerSender = true,
        CanRedeliver = true,
        RedeliversFailures = true,
        HoldsWithoutListener = true,
        Remarks = _endpoint.Remarks,
    };

    /// <inheritdoc/>
    protected override async ValueTask<IBrokerConnection> OpenConnectionAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken)
    {
        var level = options.Confirmation ?? _endpoint.Confirmations[0];
        var connection = new RabbitMQConnection(_endpoint, channel, options, level, Forget);
        return await OpenAsync(connection, connection.OpenAsync(cancellationToken)).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override async ValueTask<IAsyncDisposable> OpenListenerAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        var before = Task.CompletedTask;
        var listener = new SupervisedListener<ListeningSession>(_endpoint.Link, options, OpenSessionAsync, Forget);
        return await OpenAsync(listener, listener.OpenAsync(cancellationToken)).ConfigureAwait(false);

        async ValueTask<ListeningSession> OpenSessionAsync(CancellationToken token)
        {
            var session = await ListeningSession.OpenAsync(_endpoint, channel, options, handler, before, token).ConfigureAwait(false);
            before = session.HandlersEnded;
            return session;
        }
    }

    /// <inheritdoc/>
    protected override async ValueTask DeleteAsync(string channel, CancellationToken cancellationToken)
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
}
