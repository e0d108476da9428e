using Confluent.Kafka;

namespace Genie.Brokers.Kafka.Official;

/// <summary>Makes producers.</summary>
internal static class ProducerFactory
{
    // The client's own default is a gigabyte.
    private const long BufferedBytesMax = 64 << 20;

    public static IProducer<byte[], ReadOnlyMemory<byte>> Create(KafkaEndpoint endpoint, TimeSpan messageTimeout)
    {
        var config = new ProducerConfig(endpoint.Client())
        {
            // For every level: with acks=0 nobody hears of what a leader refuses. What the levels differ in is how long a
            // send waits.
            Acks = Acks.All,

            // Sending again after a lost link neither doubles nor reorders.
            EnableIdempotence = true,
            QueueBufferingMaxKbytes = (int)(Math.Max(BufferedBytesMax, 2L * endpoint.RecordBytesMax) / 1024),

            // As Java's client finds the partition of a key.
            Partitioner = Partitioner.Murmur2Random,
            LingerMs = endpoint.Options.Linger.TotalMilliseconds,
            MessageTimeoutMs = (int)Math.Clamp(messageTimeout.TotalMilliseconds, 1000, int.MaxValue),

            // Only whether it failed is of interest; anything else costs a copy per message.
            DeliveryReportFields = "none",
        };
        return new ProducerBuilder<byte[], ReadOnlyMemory<byte>>(config)
            .SetValueSerializer(PayloadSerializer.Instance)
            .SetLogHandler(KafkaErrors.IgnoreLog)
            .SetErrorHandler((_, _) => { })
            .Build();
    }
}
