using Confluent.Kafka;

namespace Genie.Brokers.Kafka.Official;

/// <summary>Makes producers.</summary>
internal static class ProducerFactory
{
    // The client's own default is a gigabyte.
    private const long BufferedBytesMax = 64 << 20;

    private static readonly TimeSpan ForgottenAfter = TimeSpan.FromSeconds(2);

    // The client's own default of a batch, and the least that it takes for a message.
    private const int BatchBytes = 1_000_000;
    private const int MessageBytesMin = 1000;

    public static IProducer<byte[], ReadOnlyMemory<byte>> Create(KafkaEndpoint endpoint, int batchBytesMax, TimeSpan messageTimeout)
    {
        var config = new ProducerConfig(endpoint.Client())
        {
            // For every level: with acks=0 nobody hears of what a leader refuses. What the levels differ in is how long a
            // send waits.
            Acks = Acks.All,

            // Sending again after a lost link neither doubles nor reorders.
            EnableIdempotence = true,
            // The topic refuses a whole batch for its size, as it would a message.
            MessageMaxBytes = Math.Max(MessageBytesMin, batchBytesMax),
            BatchSize = Math.Clamp(batchBytesMax, 1, BatchBytes),
            QueueBufferingMaxKbytes = (int)(Math.Max(BufferedBytesMax, 2L * endpoint.RecordBytesMax) / 1024),

            // The topic was seen before there is a producer: where the cluster knows none any more, it was deleted.
            TopicMetadataPropagationMaxMs = (int)ForgottenAfter.TotalMilliseconds,

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
