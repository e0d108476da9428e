using System.Diagnostics;
using Confluent.Kafka;

namespace Genie.Brokers.Kafka.Official;

/// <summary>
/// Waits until the leaders of a new topic's partitions take messages. A cluster names them in its metadata a moment before
/// they do, and what a producer with acks=0 sends meanwhile is refused without a word to it.
/// </summary>
internal static class ServedPartitions
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    /// <summary>Asks every partition's leader for its offsets, which it only knows once it serves the partition.</summary>
    /// <exception cref="BrokerException">One does not serve in time.</exception>
    public static Task WaitAsync(KafkaEndpoint endpoint, IReadOnlyList<TopicPartition> partitions, CancellationToken cancellationToken) =>
        Task.Run(() => Ask(endpoint, partitions), cancellationToken).WaitAsync(cancellationToken);

    private static void Ask(KafkaEndpoint endpoint, IReadOnlyList<TopicPartition> partitions)
    {
        var watch = Stopwatch.StartNew();
        using var consumer = ConsumerFactory.Prepare(endpoint, partitions[0].Topic).Build();
        foreach (var partition in partitions)
        {
            while (Ask(consumer, partition, endpoint.Options.AdminTimeout) is { } error)
            {
                if (watch.Elapsed > endpoint.Options.AdminTimeout)
                    throw new BrokerException($"kafka: {partition} is not served: {error.Reason}. Look at the servers' logs.", isTransient: true);
                Thread.Sleep(Pause);
            }
        }
    }

    private static Error? Ask(IConsumer<Ignore, byte[]> consumer, TopicPartition partition, TimeSpan timeout)
    {
        try
        {
            consumer.QueryWatermarkOffsets(partition, timeout);
            return null;
        }
        catch (KafkaException error)
        {
            return error.Error;
        }
    }
}
