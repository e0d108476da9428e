using Confluent.Kafka;
using Genie.Brokers.Kafka.Official;

namespace Genie.Brokers.Kafka.Tests;

public sealed class PartitionRunTests
{
    private static readonly TopicPartition[] Partitions = [.. Enumerable.Range(0, 3).Select(number => new TopicPartition("topic", number))];

    [Fact]
    public void Each_partition_gets_a_run_of_messages_and_then_the_next()
    {
        var run = new PartitionRun(Partitions, first: 2, runMessages: 4);
        Assert.Equal("222200001111222200", string.Concat(Enumerable.Range(0, 18).Select(_ => run.Next().Partition.Value)));
    }

    [Fact]
    public void What_is_to_keep_its_order_stays_on_one()
    {
        var run = new PartitionRun(Partitions, first: 1, runMessages: 0);
        Assert.All(Enumerable.Range(0, 100), _ => Assert.Equal(1, run.Next().Partition.Value));
    }
}
