using Genie.Brokers.Drivers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using RabbitMQ.Client;

namespace Genie.Brokers.RabbitMQ.Official;

/// <summary>
/// RabbitMQ through RabbitMQ.Client: a queue a channel, published to through the default exchange (AMQP 0-9-1 section
/// 3.1.3.1); messages to every listener go through a fanout exchange (section 3.1.3.2) to a queue of each. Each connection and each listener has a TCP connection of its own.
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

            // A listener's own queue ends with its connection: nothing in it outlives the server.
            BroadcastConfirmations = [Confirmation.Accepted, Confirmation.Buffered],
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
    protected override ValueTask DeleteAsync(string channel, CancellationToken cancellationToken) => DeleteAsync(
        model => model.QueueDeleteAsync(_endpoint.QueueOf(channel), ifUnused: false, ifEmpty: false, noWait: false, cancellationToken), cancellationToken);

    /// <inheritdoc/>
    protected override ValueTask DeleteBroadcastAsync(string channel, CancellationToken cancellationToken) => DeleteAsync(
        model => model.ExchangeDeleteAsync(_endpoint.QueueOf(channel), ifUnused: false, noWait: false, cancellationToken), cancellationToken);

    private async ValueTask DeleteAsync(Func<IChannel, Task> delete, CancellationToken cancellationToken)
    {
        var connection = await _endpoint.ConnectAsync("delete", cancellationToken).ConfigureAwait(false);
        try
        {
            await using var model = await connection.CreateChannelAsync(null, cancellationToken).ConfigureAwait(false);
            await delete(model).ConfigureAwait(false);
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
