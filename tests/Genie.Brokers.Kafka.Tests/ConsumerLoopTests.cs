using System.Threading.Channels;
using Confluent.Kafka;
using Genie.Brokers.Kafka.Official;
using Genie.Testing;

namespace Genie.Brokers.Kafka.Tests;

/// <summary>The reading thread, with librdkafka's mock cluster behind it.</summary>
public sealed class ConsumerLoopTests
{
    private static readonly TimeSpan SafetyNet = TimeSpan.FromSeconds(30);

    [Fact]
    public async Task A_record_that_cannot_be_taken_is_told_once_and_those_behind_it_are_read()
    {
        using var unreadable = new UnreadableMessages();
        var topic = $"loop-{Guid.NewGuid():n}";
        var endpoint = new KafkaEndpoint(new KafkaOptions()) { Bootstrap = MockCluster.Rent().Bootstrap, FetchWait = TimeSpan.FromMilliseconds(1) };
        await using var topics = new MockTopics(endpoint);
        await topics.EnsureAsync(topic, 1, default);
        var seen = Channel.CreateUnbounded<byte>();
        await using var loop = new ConsumerLoop(
            ConsumerFactory.Prepare(endpoint, topic),
            topic,
            consumer => consumer.Assign(new TopicPartitionOffset(topic, 0, new Offset(0))),
            result =>
            {
                seen.Writer.TryWrite(result.Message.Value[0]);
                if (result.Message.Value[0] == 1) throw new InvalidOperationException("the first");
                if (result.Message.Value[0] == 2) throw new OperationCanceledException("the second");
            });
        using (var producer = new ProducerBuilder<Null, byte[]>(endpoint.Client()).SetLogHandler(KafkaErrors.IgnoreLog).Build())
        {
            for (byte number = 1; number <= 3; number++) await producer.ProduceAsync(new TopicPartition(topic, 0), new Message<Null, byte[]> { Value = [number] });
        }

        using var timeout = new CancellationTokenSource(SafetyNet);
        for (byte number = 1; number <= 3; number++) Assert.Equal(number, await seen.Reader.ReadAsync(timeout.Token));
        await loop.StopAsync();
        Assert.Equal(
            [$"record 0 of '{topic}', partition 0, cannot be taken (InvalidOperationException: the first)", $"record 1 of '{topic}', partition 0, cannot be taken (OperationCanceledException: the second)"],
            unreadable.Said.Where(said => said.Contains(topic, StringComparison.Ordinal)));
    }
}
