using System.Collections.Concurrent;
using Confluent.Kafka;

namespace Genie.Brokers.Kafka.Official;

/// <summary>Reads the partitions that the group gives to this member, and commits positions.</summary>
internal sealed class GroupMember : ITopicReader
{
    // librdkafka 2.0 never ends the commit of a position in a topic that was deleted meanwhile, and closing waits for it.
    // Such a member is abandoned: it holds no partition any more.
    private static readonly TimeSpan CloseTimeout = TimeSpan.FromSeconds(10);

    private readonly string _topic;
    private readonly TimeSpan _assignmentTimeout;
    private readonly Action<OffsetTracker, ConsumeResult<byte[], byte[]>> _take;
    private readonly ConcurrentDictionary<int, OffsetTracker> _offsets = new();
    private readonly TaskCompletionSource _assigned = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly ConsumerLoop _loop;
    private readonly Task _notes;
    private readonly Lazy<Task> _leaving;

    public GroupMember(KafkaEndpoint endpoint, string topic, string group, Action<OffsetTracker, ConsumeResult<byte[], byte[]>> take)
    {
        _topic = topic;
        _take = take;
        _assignmentTimeout = endpoint.Options.SessionTimeout;
        var builder = ConsumerFactory.Prepare(endpoint, group)
            .SetPartitionsAssignedHandler((_, partitions) => Assign(partitions))
            .SetPartitionsRevokedHandler((_, partitions) => Revoke(partitions))
            .SetPartitionsLostHandler((_, partitions) => Drop(partitions));
        _loop = new ConsumerLoop(builder, topic, consumer => consumer.Subscribe(topic), Take, consumer => consumer.Close());
        _notes = NoteRegularlyAsync(endpoint.Options.CommitInterval / 2);
        _leaving = new(() => Task.Run(LeaveAsync));
    }

    /// <summary>
    /// Completes with the first assignment. A member that gets no partition, since the group has more members than
    /// partitions, hears nothing: it is given the time of a session.
    /// </summary>
    public async Task WaitUntilReadyAsync(CancellationToken cancellationToken) =>
        await Task.WhenAny(_assigned.Task, Task.Delay(_assignmentTimeout, cancellationToken)).WaitAsync(cancellationToken).ConfigureAwait(false);

    /// <summary>Takes nothing more; stays a member, so that what was taken can still be committed.</summary>
    public async Task StopReadingAsync()
    {
        await _loop.StopAsync().ConfigureAwait(false);
        await _notes.ConfigureAwait(false);
    }

    /// <summary>Takes nothing more, waits for answers under way, commits, and leaves the group.</summary>
    public ValueTask DisposeAsync() => new(_leaving.Value);

    private async Task LeaveAsync()
    {
        await OffsetTracker.DrainAsync(StopReadingAsync(), _offsets.Select(partition => partition.Value)).ConfigureAwait(false);
        Note(_offsets.Values);
        _offsets.Clear();
        var closing = _loop.DisposeAsync().AsTask();
        if (await Task.WhenAny(closing, Task.Delay(CloseTimeout)).ConfigureAwait(false) == closing) await closing.ConfigureAwait(false);
    }

    private void Take(ConsumeResult<byte[], byte[]> result)
    {
        if (_offsets.TryGetValue(result.Partition, out var offsets)) _take(offsets, result);
    }

    private async Task NoteRegularlyAsync(TimeSpan interval)
    {
        using var timer = new PeriodicTimer(interval);
        try
        {
            while (await timer.WaitForNextTickAsync(_loop.Stopping).ConfigureAwait(false)) Note(_offsets.Values);
        }
        catch (OperationCanceledException)
        {
            // The last positions are noted on leaving.
        }
    }

    private void Assign(List<TopicPartition> partitions)
    {
        foreach (var partition in partitions) _offsets[partition.Partition] = new OffsetTracker(partition.Partition);
        _assigned.TrySetResult();
    }

    private void Revoke(List<TopicPartitionOffset> partitions)
    {
        var revoked = partitions.Select(partition => _offsets.GetValueOrDefault(partition.Partition)).OfType<OffsetTracker>().ToArray();
        OffsetTracker.WaitUntilIdle(revoked);
        Note(revoked);
        Drop(partitions);
    }

    private void Drop(List<TopicPartitionOffset> partitions)
    {
        foreach (var partition in partitions) _offsets.TryRemove(partition.Partition, out _);
    }

    // The client's own commit would block, for ever where the topic is gone: positions are only noted here, and committed
    // by the client's background thread, at a revocation and on leaving.
    private void Note(IEnumerable<OffsetTracker> offsets)
    {
        if (!_loop.TryEnter(out var call)) return;
        using var storing = call;
        foreach (var partition in offsets)
        {
            if (partition.Committable() is not { } position) continue;
            try
            {
                storing.Client.StoreOffset(new TopicPartitionOffset(_topic, partition.Partition, position));
                partition.MarkCommitted(position);
            }
            catch (KafkaException)
            {
                // No longer this member's: whoever has the partition now gets these messages again.
            }
        }
    }
}
