using System.Buffers;
using Genie.Brokers.Envelopes;
using Genie.Brokers.Multiplexing;
using RabbitMQ.Client;

namespace Genie.Brokers.RabbitMQ.Official;

/// <summary>Handles the messages of one session, publishes answers to their senders and acknowledges.</summary>
/// <param name="endpoint">Bounds and settings.</param>
/// <param name="channel">The AMQP channel that consumes.</param>
/// <param name="options">As given by the user.</param>
/// <param name="handler">The user's.</param>
/// <param name="postponed">Where messages wait for long.</param>
/// <param name="isOver">True once the session has ended: what is not settled then comes again, to another listener.</param>
internal sealed class QueueDispatcher(
    RabbitMQEndpoint endpoint, IChannel channel, ListenOptions options, MessageHandler handler, PostponedMessages postponed, Func<bool> isOver)
    : MessageDispatcher<RabbitMQDelivery>(InlineIfAlone(options), handler)
{
    private readonly AcknowledgementBatch _acknowledgements = new(
        channel, Math.Min(endpoint.Options.AcknowledgeEvery, options.Prefetch / 4), endpoint.Options.AcknowledgeDelay);

    public ValueTask FlushAsync() => _acknowledgements.FlushAsync();

    protected override async ValueTask DisposeCoreAsync()
    {
        await base.DisposeCoreAsync().ConfigureAwait(false);
        _acknowledgements.Dispose();
    }

    protected override PayloadLimit AnswerLimit => new(RabbitMQDrivers.Broker, endpoint.MaxPayloadBytes);

    protected override bool Redelivers(in RabbitMQDelivery route) => true;

    protected override ValueTask<bool> IsGoneAsync(RabbitMQDelivery route, CancellationToken ending) => ValueTask.FromResult(isOver());

    protected override int DeliveryOf(in RabbitMQDelivery route) => PostponedMessages.DeliveryOf(route.Properties);

    protected override async ValueTask<bool> PostponeAsync(ReadOnlySequence<byte> message, RabbitMQDelivery route, int delivery, TimeSpan delay)
    {
        if (delay <= endpoint.Options.HoldMax) return false;
        ReadOnlyMemory<byte> body = message.IsSingleSegment ? message.First : message.ToArray();
        if (Options.NativeHeaders) (_, body) = NativeHeaders.Unpack(body);
        if (!await postponed.TryAddAsync(body, route.Properties, delivery, delay).ConfigureAwait(false)) return false;
        if (!isOver()) await _acknowledgements.AcknowledgeAsync(route.DeliveryTag, alone: true).ConfigureAwait(false);
        return true;
    }

    protected override ValueTask KeepAsync(RabbitMQDelivery route) => _acknowledgements.KeepAsync(route.DeliveryTag);

    protected override ValueTask ReturnAsync(RabbitMQDelivery route) => isOver() ? ValueTask.CompletedTask : _acknowledgements.ReturnAsync(route.DeliveryTag);

    protected override bool IsExpired(in RabbitMQDelivery route) => RequestExpiry.IsOver(route.Expiry);

    protected override bool WantsReply(in RabbitMQDelivery route) => route.ReplyTo is not null;

    protected override ValueTask ReplyAsync(RabbitMQDelivery route, ReadOnlyMemory<byte> envelope)
    {
        if (isOver()) return ValueTask.CompletedTask;
        return channel.BasicPublishAsync("", route.ReplyTo!, mandatory: false, new MessageProperties(route.CorrelationId, null), envelope, CancellationToken.None);
    }

    protected override ValueTask SettleAsync(RabbitMQDelivery route, bool handled)
    {
        // A handler that was cut short by the end of the session has not judged its message, nor has its answer left.
        if (isOver() && (!handled || route.ReplyTo is not null)) return ValueTask.CompletedTask;

        // A failed request is settled by its error's answer; a message that is given up goes where the queue's dead letters go.
        return handled || route.ReplyTo is not null
            ? _acknowledgements.AcknowledgeAsync(route.DeliveryTag, alone: options.Concurrency > 1)
            : _acknowledgements.RejectAsync(route.DeliveryTag);
    }

    // The library's own queue already stands between the link and the handler: another would only be one more hop.
    private static ListenOptions InlineIfAlone(ListenOptions options) => options with { InlineHandler = options.Concurrency == 1 };
}
