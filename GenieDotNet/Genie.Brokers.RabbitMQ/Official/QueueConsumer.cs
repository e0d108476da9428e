using System.Buffers;
using Genie.Brokers.Envelopes;
using RabbitMQ.Client;

namespace Genie.Brokers.RabbitMQ.Official;

/// <summary>Takes a queue's messages to the dispatcher. The library calls it for one message at a time.</summary>
/// <param name="channel">The AMQP channel that consumes.</param>
/// <param name="dispatcher">Handles them.</param>
/// <param name="hasHeaders">The handler is given the messages' headers.</param>
/// <param name="before">Completes when the handlers of the session before have ended: the user was promised how many run.</param>
/// <param name="cancelled">Called when the server ended the consumer, as when the queue was removed.</param>
internal sealed class QueueConsumer(IChannel channel, QueueDispatcher dispatcher, bool hasHeaders, Task before, Action cancelled) : Consumer(channel)
{
    private readonly TaskCompletionSource _drained = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Completes when every message that came before the end of the consumer was dispatched.</summary>
    public Task Drained => _drained.Task;

    public override Task HandleBasicDeliverAsync(
        string consumerTag, ulong deliveryTag, bool redelivered, string exchange, string routingKey, IReadOnlyBasicProperties properties,
        ReadOnlyMemory<byte> body, CancellationToken cancellationToken = default)
    {
        if (!before.IsCompleted) return HandleLaterAsync(deliveryTag, properties, MessageOf(properties, body.ToArray()));
        var dispatch = dispatcher.TakeAsync(MessageOf(properties, body), new RabbitMQDelivery(deliveryTag, properties, RequestExpiry.TickOf(properties)));
        return dispatch.IsCompletedSuccessfully ? Task.CompletedTask : dispatch.AsTask();
    }

    private ReadOnlySequence<byte> MessageOf(IReadOnlyBasicProperties properties, ReadOnlyMemory<byte> body)
    {
        var payload = new ReadOnlySequence<byte>(body);
        return hasHeaders ? NativeHeaders.Pack(AmqpHeaders.Read(properties.Headers), payload, properties.ReplyTo is not null) : payload;
    }

    private async Task HandleLaterAsync(ulong deliveryTag, IReadOnlyBasicProperties properties, ReadOnlySequence<byte> message)
    {
        var delivery = new RabbitMQDelivery(deliveryTag, properties, RequestExpiry.TickOf(properties));
        await before.ConfigureAwait(false);
        await dispatcher.TakeAsync(message, delivery).ConfigureAwait(false);
    }

    public override Task HandleBasicCancelAsync(string consumerTag, CancellationToken cancellationToken = default)
    {
        cancelled();
        return Task.CompletedTask;
    }

    public override Task HandleBasicCancelOkAsync(string consumerTag, CancellationToken cancellationToken = default)
    {
        _drained.TrySetResult();
        return Task.CompletedTask;
    }
}
