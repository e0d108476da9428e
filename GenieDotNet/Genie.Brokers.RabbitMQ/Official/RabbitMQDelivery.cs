using RabbitMQ.Client;

namespace Genie.Brokers.RabbitMQ.Official;

/// <summary>What it takes to answer and settle one message, or to pass it on.</summary>
/// <param name="DeliveryTag">Its number within the AMQP channel.</param>
/// <param name="Properties">What it came with.</param>
/// <param name="Expiry">When nobody waits for its answer any more: see <see cref="RequestExpiry"/>.</param>
internal readonly record struct RabbitMQDelivery(ulong DeliveryTag, IReadOnlyBasicProperties Properties, long Expiry)
{
    /// <summary>Where an answer goes; null if none is awaited.</summary>
    public string? ReplyTo => Properties.ReplyTo;

    /// <summary>What the answer must carry.</summary>
    public string? CorrelationId => Properties.CorrelationId;
}
