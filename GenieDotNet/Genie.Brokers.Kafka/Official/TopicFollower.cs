using Confluent.Kafka;

namespace Genie.Brokers.Kafka.Official;

/// <summary>Reads all that comes to a topic from now on. It joins no group and commits nothing: each listener to all has one.</summary>
internal sealed class TopicFollower : ITopicReader
{
    private readonly KafkaBroker _broker;
    private readonly KafkaTopic _topic;
    private readonly Action<OffsetTracker, ConsumeResult<byte[], byte[]>> _take;
    private readonly OffsetTracker[] _offsets;
    private readonly Lazy<Task> _leaving;
    private ConsumerLoop? _loop;

    public TopicFollower(KafkaBroker broker, KafkaTopic topic, Action<OffsetTracker, ConsumeResult<byte[], byte[]>> take)
    {
        _broker = broker;
        _topic = topic;
        _take = take;
        _offsets = [.. Enumerable.Range(0, topic.Partitions).Select(partition => new OffsetTracker(partition))];
        _leaving = new(() => Task.Run(LeaveAsync));
    }

    /// <inheritdoc/>
    public async Task WaitUntilReadyAsync(CancellationToken cancellationToken)
    {
        var ends = await _broker.EndsAsync(_topic.Name, _topic.Partitions, cancellationToken).ConfigureAwait(false);

        // The library wants a group's name, which the cluster learns of only from those who join or commit.
        _loop = new ConsumerLoop(
            ConsumerFactory.Prepare(_broker.Endpoint, $"{_topic.Name}.{Guid.NewGuid():n}"),
            _topic.Name,
            consumer => consumer.Assign(_topic.AllPartitions.Zip(ends, (partition, end) => new TopicPartitionOffset(partition, end))),
            result => _take(_offsets[result.Partition], result));
    }

    /// <inheritdoc/>
    public Task StopReadingAsync() => _loop?.StopAsync() ?? Task.CompletedTask;

    /// <summary>Takes nothing more, waits for answers under way, and closes the consumer.</summary>
    public ValueTask DisposeAsync() => new(_leaving.Value);

    private async Task LeaveAsync()
    {
        if (_loop is null) return;
        await OffsetTracker.DrainAsync(StopReadingAsync(), _offsets).ConfigureAwait(false);
        await _loop.DisposeAsync().ConfigureAwait(false);
    }
}
