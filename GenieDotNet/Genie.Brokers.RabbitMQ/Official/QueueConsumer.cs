using System.Buffers;
using RabbitMQ.Client;

namespace Genie.Brokers.RabbitMQ.Official;

/// <summary>Takes a queue's messages to the dispatcher. The library calls it for one message at a time.</summary>
/// <param name="channel">The AMQP channel that consumes.</param>
/// <param name="dispatcher">Handles them.</param>
/// <param name="cancelled">Called when the server ended the consumer, as when the queue was removed.</param>
internal sealed class QueueConsumer(IChannel channel, QueueDispatcher dispatcher, Action cancelled) : Consumer(channel)
{
    private readonly TaskCompletionSource _drained = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Completes when every message that came before the end of the consumer was dispatched.</summary>
    public Task Drained => _drained.Task;

    public override Task HandleBasicDeliverAsync(
        string consumerTag, ulong deliveryTag, bool redelivered, string exchange, string routingKey, IReadOnlyBasicProperties properties,
        ReadOnlyMemory<byte> body, CancellationToken cancellationToken = default)
    {
        var dispatch = dispatcher.DispatchAsync(new ReadOnlySequence<byte>(body), new Delivery(deliveryTag, properties.ReplyTo, properties.CorrelationId));
        return dispatch.IsCompletedSuccessfully ? Task.CompletedTask : dispatch.AsTask();
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
