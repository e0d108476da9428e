using System.Text;
using Genie.Brokers.Frame;

namespace Genie.Brokers.Pulsar;

/// <summary>The one partition that a connection sends to: the order of what it sends is kept so. Each connection has its own.</summary>
/// <param name="producerName">The name of its producer; empty for one that the broker gives.</param>
internal sealed class PulsarPartitionChoice(string producerName)
{
    private int _partition = -1;

    /// <summary>The topic to send to; the same as before while it is there.</summary>
    /// <param name="topic">The topic as it is called whether it has partitions or not.</param>
    /// <param name="partitions">How many it has; 0 for none.</param>
    public string Of(string topic, int partitions)
    {
        if (partitions == 0) return topic;
        if (_partition < 0 || _partition >= partitions) _partition = Draw(partitions);
        return PulsarTopic.PartitionOf(topic, _partition);
    }

    // A partition that deduplicates must get again what a producer of that name sent to it before.
    private int Draw(int partitions) =>
        producerName.Length == 0 ? Random.Shared.Next(partitions) : (int)(Crc32C.Compute(Encoding.UTF8.GetBytes(producerName)) % (uint)partitions);
}
