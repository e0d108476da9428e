using System.Runtime.CompilerServices;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.RabbitMQ.Official;

/// <summary>Sends to one queue over a link that is restored when lost.</summary>
internal sealed class RabbitMQConnection : LinkedConnection<RabbitMQSendingSession>, ISendingEvents
{
    private readonly RabbitMQEndpoint _endpoint;
    private readonly string _channel;
    private readonly Confirmation _level;
    private readonly string _expiration;

    public RabbitMQConnection(RabbitMQEndpoint endpoint, string channel, ConnectionOptions options, Confirmation level)
        : base(RabbitMQDrivers.Broker, options)
    {
        _endpoint = endpoint;
        _channel = channel;
        _level = level;
        _expiration = RequestExpiry.TextOf(options.RequestTimeout);
        Link = new SupervisedLink<RabbitMQSendingSession>(
            endpoint.Link, token => RabbitMQSendingSession.OpenAsync(endpoint, channel, options.Delivery, level, this, token), OnLost);
    }

    protected override SupervisedLink<RabbitMQSendingSession> Link { get; }

    protected override ValueTask SendCoreAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        if (message.Length > _endpoint.MaxPayloadBytes) return ValueTask.FromException(TooLarge(message));
        return _level == Confirmation.Buffered ? SendBufferedAsync(message, cancellationToken) : SendConfirmedAsync(message, cancellationToken);
    }

    protected override ValueTask FlushAsync(RabbitMQSendingSession session, CancellationToken cancellationToken) => session.FlushAsync(cancellationToken);

    void ISendingEvents.Answered(Correlation correlation, ReadOnlySpan<byte> envelope) => Complete(correlation, envelope);

    void ISendingEvents.RequestFailed(Correlation correlation, Exception error) => Fail(correlation, error);

    void ISendingEvents.Settled(Correlation correlation, Exception? error) =>
        Confirm(correlation, error is null ? null : error as BrokerException ?? RabbitMQErrors.Translate(_endpoint, error));

    Exception ISendingEvents.Refused() => new BrokerException($"{Broker}: the server could not take the message (basic.nack); its log says why.", isTransient: true);

    Exception ISendingEvents.Unroutable() => new UnroutableException(Broker, _channel);

    protected override BrokerException? CreateNotConfirmed() => Blocked("no confirmation");

    protected override BrokerException? CreateNotAnswered() => Blocked("no answer");

    protected override async ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
    {
        if (message.Length > _endpoint.MaxPayloadBytes) throw TooLarge(message);
        var session = await SessionAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            var headers = HeadersOf(ref message);
            await session.PostAsync(message, headers, correlation, _expiration).ConfigureAwait(false);
        }
        catch (Exception error) when (error is not (OperationCanceledException or MessageHeadersException))
        {
            throw session.Translate(error);
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    protected override async ValueTask PublishAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
    {
        var session = await SessionAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            var headers = HeadersOf(ref message);
            await session.PublishAsync(message, headers, correlation, Options.RequestTimeout, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (error is not (OperationCanceledException or MessageHeadersException))
        {
            throw session.Translate(error);
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask SendBufferedAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        var session = await SessionAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            var headers = HeadersOf(ref message);
            await session.SendAsync(message, headers, cancellationToken).ConfigureAwait(false);
            NoteUnconfirmed(session);
        }
        catch (Exception error) when (error is not (OperationCanceledException or MessageHeadersException))
        {
            throw session.Translate(error);
        }
    }

    private Dictionary<string, object?>? HeadersOf(ref ReadOnlyMemory<byte> message) => Options.NativeHeaders ? AmqpHeaders.Of(ref message) : null;

    private BrokerException? Blocked(string missing) => Link.TryGet(out var session) && session.BlockedBy is { } reason
        ? new BrokerException($"{Broker}: {missing} within {Options.RequestTimeout.TotalSeconds:0.###} s, as the server takes no messages at present ({reason}). Free its memory or disk, or raise its limits; what was sent may still arrive.", isTransient: true)
        : null;

    private PayloadTooLargeException TooLarge(ReadOnlyMemory<byte> message) => new(Broker, message.Length, _endpoint.MaxPayloadBytes, "rabbitmq.max-message-bytes, and the server's max_message_size with it");
}
