using Confluent.Kafka;

namespace Genie.Brokers.Kafka.Official;

/// <summary>Makes producers whose settings fit what is asked of them.</summary>
internal static class ProducerFactory
{
    public static IProducer<Null, ReadOnlyMemory<byte>> Create(KafkaEndpoint endpoint, Confirmation confirmation, TimeSpan messageTimeout)
    {
        var accepted = confirmation == Confirmation.Accepted;
        var config = new ProducerConfig(endpoint.Client())
        {
            // With acks=0 the delivery report comes when the socket has the bytes: the very meaning of Buffered.
            Acks = accepted ? Acks.All : Acks.None,

            // Sending again after a lost link neither doubles nor reorders.
            EnableIdempotence = accepted,
            LingerMs = endpoint.Options.Linger.TotalMilliseconds,
            MessageTimeoutMs = (int)Math.Clamp(messageTimeout.TotalMilliseconds, 1000, int.MaxValue),

            // Only whether it failed is of interest; anything else costs a copy per message.
            DeliveryReportFields = "none",
        };
        return new ProducerBuilder<Null, ReadOnlyMemory<byte>>(config)
            .SetValueSerializer(PayloadSerializer.Instance)
            .SetLogHandler(KafkaErrors.IgnoreLog)
            .SetErrorHandler((_, _) => { })
            .Build();
    }
}
