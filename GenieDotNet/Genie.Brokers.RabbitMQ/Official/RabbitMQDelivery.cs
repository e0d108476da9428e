namespace Genie.Brokers.RabbitMQ.Official;

/// <summary>What it takes to answer and settle one message.</summary>
/// <param name="DeliveryTag">Its number within the AMQP channel.</param>
/// <param name="ReplyTo">Where an answer goes; null if none is awaited.</param>
/// <param name="CorrelationId">What the answer must carry.</param>
internal readonly record struct RabbitMQDelivery(ulong DeliveryTag, string? ReplyTo, string? CorrelationId);
