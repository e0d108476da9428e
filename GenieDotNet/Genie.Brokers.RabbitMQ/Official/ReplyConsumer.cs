using RabbitMQ.Client;

namespace Genie.Brokers.RabbitMQ.Official;

/// <summary>Takes the answers that come by direct reply-to.</summary>
internal sealed class ReplyConsumer(IChannel channel, ISendingEvents events) : Consumer(channel)
{
    public override Task HandleBasicDeliverAsync(
        string consumerTag, ulong deliveryTag, bool redelivered, string exchange, string routingKey, IReadOnlyBasicProperties properties,
        ReadOnlyMemory<byte> body, CancellationToken cancellationToken = default)
    {
        if (CorrelationText.TryParse(properties.CorrelationId, out var correlation)) events.Answered(correlation, body.Span);
        return Task.CompletedTask;
    }
}
