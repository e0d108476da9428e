using Confluent.Kafka;

namespace Genie.Brokers.Kafka.Official;

/// <summary>Reads all that comes to a topic from now on. It joins no group and commits nothing: each listener to all has one.</summary>
internal sealed class TopicFollower : ITopicReader
{
    private readonly IReadOnlyList<TopicPartition> _partitions;
    private readonly TimeSpan _timeout;
    private readonly IConsumer<byte[], byte[]> _consumer;
    private readonly Action<OffsetTracker, ConsumeResult<byte[], byte[]>> _take;
    private readonly OffsetTracker[] _offsets;
    private readonly CancellationTokenSource _stopping = new();
    private readonly Lazy<Task> _leaving;
    private Task _reading = Task.CompletedTask;

    public TopicFollower(KafkaEndpoint endpoint, IReadOnlyList<TopicPartition> partitions, Action<OffsetTracker, ConsumeResult<byte[], byte[]>> take)
    {
        _partitions = partitions;
        _timeout = endpoint.Options.AdminTimeout;
        _take = take;
        _offsets = [.. partitions.Select(partition => new OffsetTracker(partition.Partition))];

        // The library wants a group's name, which the cluster learns of only from those who join or commit.
        _consumer = ConsumerFactory.Prepare(endpoint, $"{partitions[0].Topic}.{Guid.NewGuid():n}").Build();
        _leaving = new(() => Task.Run(LeaveAsync));
    }

    /// <inheritdoc/>
    public async Task WaitUntilReadyAsync(CancellationToken cancellationToken)
    {
        var ends = await Task.Run(() => _partitions.Select(EndOf).ToArray(), cancellationToken).WaitAsync(cancellationToken).ConfigureAwait(false);
        _consumer.Assign(ends);
        _reading = ConsumerLoop.StartAsync(_consumer, result => _take(_offsets[result.Partition], result), _stopping.Token);
    }

    /// <inheritdoc/>
    public async Task StopReadingAsync()
    {
        if (!_leaving.IsValueCreated) await _stopping.CancelAsync().ConfigureAwait(false);
        await _reading.ConfigureAwait(false);
    }

    /// <summary>Waits for answers under way and closes the consumer.</summary>
    public ValueTask DisposeAsync() => new(_leaving.Value);

    private TopicPartitionOffset EndOf(TopicPartition partition)
    {
        try
        {
            return new TopicPartitionOffset(partition, _consumer.QueryWatermarkOffsets(partition, _timeout).High);
        }
        catch (KafkaException error)
        {
            throw new BrokerException($"kafka: the end of {partition.Topic}, partition {partition.Partition.Value}, is not known: {error.Error.Reason}. Look at the servers' logs.", isTransient: true, error);
        }
    }

    private async Task LeaveAsync()
    {
        await StopReadingAsync().ConfigureAwait(false);
        OffsetTracker.WaitUntilIdle(_offsets);
        _stopping.Dispose();
        _consumer.Dispose();
    }
}
