using Confluent.Kafka;

namespace Genie.Brokers.Kafka.Official;

/// <summary>Chooses the partition of each message: a run of messages to one partition, then to the next.</summary>
/// <remarks>KIP-480 and KIP-794 say why not each to another one: what is sent together makes one batch, and each batch costs the server a request.</remarks>
/// <param name="partitions">All of the topic's.</param>
/// <param name="first">Index of the one to begin with.</param>
/// <param name="runMessages">Messages to one partition; 0: all of them, so that they keep their order.</param>
internal sealed class PartitionRun(TopicPartition[] partitions, int first, int runMessages)
{
    private uint _sent;

    /// <summary>Where the next message goes.</summary>
    public TopicPartition Next() =>
        partitions[runMessages == 0 ? first : (int)((((Interlocked.Increment(ref _sent) - 1) / (uint)runMessages) + (uint)first) % (uint)partitions.Length)];
}
