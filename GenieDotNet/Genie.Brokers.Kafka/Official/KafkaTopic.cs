using Confluent.Kafka;

namespace Genie.Brokers.Kafka.Official;

/// <summary>A topic as the cluster describes it.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Partitions">How many it has.</param>
/// <param name="BatchBytesMax">Its max.message.bytes: the largest batch of records that it takes, in bytes.</param>
/// <param name="PayloadBytesMax">The largest message that fits.</param>
internal sealed record KafkaTopic(string Name, int Partitions, int BatchBytesMax, int PayloadBytesMax)
{
    /// <summary>The setting that limits its messages.</summary>
    public const string LimitSetting = "max.message.bytes";

    /// <summary>Its partitions.</summary>
    public IReadOnlyList<TopicPartition> AllPartitions { get; } = [.. Enumerable.Range(0, Partitions).Select(partition => new TopicPartition(Name, partition))];

    // Head of the batch (61), of the record (28), and a request's header with the name of the answer's topic (249).
    private const int RecordOverheadBytes = 512;

    /// <summary>The topic of a name, whose limit may be lower than the settings'.</summary>
    public static KafkaTopic Of(KafkaEndpoint endpoint, string name, int partitions, int batchBytesMax) => new(
        name, partitions, Math.Min(endpoint.RecordBytesMax, batchBytesMax), Math.Max(0, Math.Min(endpoint.Options.MaxMessageBytes, batchBytesMax - RecordOverheadBytes)));

    /// <summary>The error for a payload beyond the limit.</summary>
    public PayloadTooLargeException TooLarge(KafkaEndpoint endpoint, long payloadBytes) => new(
        KafkaDrivers.Broker, payloadBytes, PayloadBytesMax,
        PayloadBytesMax == endpoint.Options.MaxMessageBytes ? "kafka.max-message-bytes" : $"{LimitSetting} of the topic '{Name}', which is {BatchBytesMax:N0}");
}
