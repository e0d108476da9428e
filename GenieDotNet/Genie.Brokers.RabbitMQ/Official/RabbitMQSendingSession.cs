using Genie.Brokers.Multiplexing;
using RabbitMQ.Client;
using RabbitMQ.Client.Events;

namespace Genie.Brokers.RabbitMQ.Official;

/// <summary>
/// A connection's session: one AMQP channel for requests and their answers by direct reply-to, and, where sends are
/// confirmed, a second one for those, because confirmations cannot be asked for message by message.
/// </summary>
internal sealed class RabbitMQSendingSession : RabbitMQSession
{
    private const string DirectReplyTo = "amq.rabbitmq.reply-to";
    private static readonly CreateChannelOptions Unconfirmed = new(publisherConfirmationsEnabled: false, publisherConfirmationTrackingEnabled: false);
    private static readonly CreateChannelOptions Confirmed = new(publisherConfirmationsEnabled: true, publisherConfirmationTrackingEnabled: false);

    private readonly PublishTarget _target;
    private readonly ISendingEvents _events;
    private IChannel _requests = null!;
    private IChannel _sends = null!;
    private ConfirmedPublisher? _publisher;

    private RabbitMQSendingSession(RabbitMQEndpoint endpoint, IConnection connection, PublishTarget target, ISendingEvents events)
        : base(endpoint, connection)
    {
        _target = target;
        _events = events;
    }

    /// <summary>Connects and opens the channels.</summary>
    public static async ValueTask<RabbitMQSendingSession> OpenAsync(
        RabbitMQEndpoint endpoint, string channel, Delivery delivery, Confirmation level, ISendingEvents events, CancellationToken cancellationToken)
    {
        var connection = await endpoint.ConnectAsync($"sender {channel}", cancellationToken).ConfigureAwait(false);
        var session = new RabbitMQSendingSession(endpoint, connection, new PublishTarget(endpoint.QueueOf(channel), delivery), events);
        try
        {
            await session.OpenChannelsAsync(level, cancellationToken).ConfigureAwait(false);
            if (delivery == Delivery.Broadcast) await endpoint.DeclareExchangeAsync(session._requests, channel, cancellationToken).ConfigureAwait(false);
            return session;
        }
        catch (Exception error)
        {
            await session.DisposeAsync().ConfigureAwait(false);
            if (error is OperationCanceledException) throw;
            throw RabbitMQErrors.Translate(endpoint, error);
        }
    }

    /// <summary>Publishes without a confirmation; completes when the library has a copy and room for it.</summary>
    /// <param name="message">The payload.</param>
    /// <param name="headers">Its headers; null for none.</param>
    /// <param name="cancellationToken">Abandons the wait for room.</param>
    public ValueTask SendAsync(ReadOnlyMemory<byte> message, Dictionary<string, object?>? headers, CancellationToken cancellationToken) => headers is null
        ? _sends.BasicPublishAsync(_target.Exchange, _target.RoutingKey, mandatory: false, default(MessageProperties), message, cancellationToken)
        : _sends.BasicPublishAsync(_target.Exchange, _target.RoutingKey, mandatory: false, new BasicProperties { Headers = headers, DeliveryMode = DeliveryModes.Transient }, message, cancellationToken);

    /// <summary>Publishes with a confirmation, which <see cref="ISendingEvents.Settled"/> receives.</summary>
    public ValueTask PublishAsync(ReadOnlyMemory<byte> message, Dictionary<string, object?>? headers, Correlation correlation, TimeSpan timeout, CancellationToken cancellationToken) =>
        _publisher!.PublishAsync(message, headers, correlation, timeout, cancellationToken);

    /// <summary>Publishes a request; completes when the library has a copy of its bytes.</summary>
    /// <param name="message">The payload.</param>
    /// <param name="headers">Its headers; null for none.</param>
    /// <param name="correlation">What its answer carries.</param>
    /// <param name="expiration">See <see cref="RequestExpiry"/>.</param>
    public ValueTask PostAsync(ReadOnlyMemory<byte> message, Dictionary<string, object?>? headers, Correlation correlation, string expiration)
    {
        var text = CorrelationText.Format(correlation);
        var post = headers is null
            ? _requests.BasicPublishAsync(_target.Exchange, _target.RoutingKey, mandatory: true, new MessageProperties(text, DirectReplyTo, expiration), message, CancellationToken.None)
            : _requests.BasicPublishAsync(_target.Exchange, _target.RoutingKey, mandatory: true, new BasicProperties { Headers = headers, CorrelationId = text, ReplyTo = DirectReplyTo, Expiration = expiration, DeliveryMode = DeliveryModes.Transient }, message, CancellationToken.None);
        if (post.IsCompleted) return post;

        // It waits for room in the library's queue with a copy in hand; the request's own time-out bounds that wait.
        _ = ReportAsync(post, correlation);
        return ValueTask.CompletedTask;
    }

    /// <summary>Completes when the server has worked through everything sent before: it answers a channel's methods in order.</summary>
    public async ValueTask FlushAsync(CancellationToken cancellationToken)
    {
        try
        {
            await _requests.BasicQosAsync(0, 0, global: false, cancellationToken).ConfigureAwait(false);
            if (_sends != _requests) await _sends.BasicQosAsync(0, 0, global: false, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (error is not OperationCanceledException)
        {
            throw Translate(error);
        }
    }

    public new Exception Translate(Exception error) => base.Translate(error);

    protected override ValueTask DrainAsync() => FlushAsync(CancellationToken.None);

    private async ValueTask OpenChannelsAsync(Confirmation level, CancellationToken cancellationToken)
    {
        _requests = await OpenChannelAsync(Unconfirmed, cancellationToken).ConfigureAwait(false);
        _requests.BasicReturnAsync += OnReturnAsync;
        await _requests.BasicConsumeAsync(DirectReplyTo, autoAck: true, new ReplyConsumer(_requests, _events), cancellationToken).ConfigureAwait(false);
        _sends = _requests;
        if (level == Confirmation.Buffered) return;
        _sends = await OpenChannelAsync(Confirmed, cancellationToken).ConfigureAwait(false);
        _publisher = new ConfirmedPublisher(_sends, _target, persistent: level == Confirmation.Persisted, _events.Settled, _events.Refused, _events.Unroutable);
    }

    private async Task ReportAsync(ValueTask post, Correlation correlation)
    {
        try
        {
            await post.ConfigureAwait(false);
        }
        catch (Exception error)
        {
            _events.RequestFailed(correlation, Translate(error));
        }
    }

    private Task OnReturnAsync(object sender, BasicReturnEventArgs message)
    {
        if (CorrelationText.TryParse(message.BasicProperties.CorrelationId, out var correlation)) _events.RequestFailed(correlation, _events.Unroutable());
        return Task.CompletedTask;
    }
}
