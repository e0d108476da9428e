using Genie.Brokers.Drivers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

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
    public override BrokerTraits Traits =>
        RabbitMQDriver.Description.Traits(_endpoint.Confirmations, _endpoint.MaxPayloadBytes, _endpoint.Server, canRedeliver: true, _endpoint.Remarks) with
        {
            RedeliversFailures = true,
            HoldsWithoutListener = true,
            NativeHeaders = true,
        };

    /// <inheritdoc/>
    protected override ValueTask<MultiplexedConnection> CreateConnectionAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken) =>
        new(new RabbitMQConnection(_endpoint, channel, options, options.Confirmation ?? _endpoint.Confirmations[0]));

    /// <inheritdoc/>
    protected override ValueTask<IBrokerResource> CreateListenerAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken) =>
        new(new SupervisedListener<RabbitMQListeningSession>(
            _endpoint.Link, options, (before, token) => RabbitMQListeningSession.OpenAsync(_endpoint, channel, options, handler, before, token)));

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
