using System.Collections.Concurrent;
using Confluent.Kafka;

namespace Genie.Brokers.Kafka.Official;

/// <summary>Reads the partitions that the group gives to this member, and commits positions.</summary>
internal sealed class GroupMember : IAsyncDisposable
{
    // Between a revocation and the end of the handlers under way; the group waits for this member meanwhile.
    private static readonly TimeSpan DrainPatience = TimeSpan.FromSeconds(5);

    private readonly string _topic;
    private readonly TimeSpan _assignmentPatience;
    private readonly IConsumer<Ignore, byte[]> _consumer;
    private readonly Action<OffsetTracker, ConsumeResult<Ignore, byte[]>> _take;
    private readonly ConcurrentDictionary<int, OffsetTracker> _offsets = new();
    private readonly TaskCompletionSource _assigned = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly CancellationTokenSource _stopping = new();
    private readonly Lock _committing = new();
    private readonly Task _reading;
    private readonly Task _commits;
    private readonly Lazy<Task> _leaving;

    public GroupMember(KafkaEndpoint endpoint, string topic, string group, Action<OffsetTracker, ConsumeResult<Ignore, byte[]>> take)
    {
        _topic = topic;
        _take = take;
        _assignmentPatience = endpoint.Options.SessionTimeout;
        _consumer = ConsumerFactory.Prepare(endpoint, group)
            .SetPartitionsAssignedHandler((_, partitions) => Assign(partitions))
            .SetPartitionsRevokedHandler((_, partitions) => Revoke(partitions))
            .SetPartitionsLostHandler((_, partitions) => Drop(partitions))
            .Build();
        _consumer.Subscribe(topic);
        _reading = Task.Factory.StartNew(Read, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        _commits = CommitRegularlyAsync(endpoint.Options.CommitInterval);
        _leaving = new(() => Task.Run(Leave));
    }

    /// <summary>
    /// Completes with the first assignment. A member that gets no partition, since the group has more members than
    /// partitions, hears nothing: it is given the time of a session.
    /// </summary>
    public async Task WaitUntilAssignedAsync(CancellationToken cancellationToken) =>
        await Task.WhenAny(_assigned.Task, Task.Delay(_assignmentPatience, cancellationToken)).WaitAsync(cancellationToken).ConfigureAwait(false);

    /// <summary>Takes nothing more; stays a member, so that what was taken can still be committed.</summary>
    public async Task StopReadingAsync()
    {
        if (!_leaving.IsValueCreated) await _stopping.CancelAsync().ConfigureAwait(false);
        await _reading.ConfigureAwait(false);
        await _commits.ConfigureAwait(false);
    }

    /// <summary>After <see cref="StopReadingAsync"/>: waits for answers under way, commits, and leaves the group.</summary>
    public ValueTask DisposeAsync() => new(_leaving.Value);

    private void Leave()
    {
        WaitUntilIdle([.. _offsets.Values]);
        Commit(_offsets.Values);
        _offsets.Clear();
        _consumer.Close();
        _consumer.Dispose();
        _stopping.Dispose();
    }

    private void Read()
    {
        while (!_stopping.IsCancellationRequested)
        {
            try
            {
                var result = _consumer.Consume(_stopping.Token);
                if (_offsets.TryGetValue(result.Partition, out var offsets)) _take(offsets, result);
            }
            catch (OperationCanceledException)
            {
                return;
            }
            catch (KafkaException)
            {
                // The client goes on by itself once the cluster answers again, or the topic is there again.
            }
        }
    }

    private async Task CommitRegularlyAsync(TimeSpan interval)
    {
        using var timer = new PeriodicTimer(interval);
        try
        {
            while (await timer.WaitForNextTickAsync(_stopping.Token).ConfigureAwait(false)) Commit(_offsets.Values);
        }
        catch (OperationCanceledException)
        {
            // The last commit is made on disposal.
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
        WaitUntilIdle(revoked);
        Commit(revoked);
        Drop(partitions);
    }

    private void Drop(List<TopicPartitionOffset> partitions)
    {
        foreach (var partition in partitions) _offsets.TryRemove(partition.Partition, out _);
    }

    // What is not handled by then comes again at another member.
    private static void WaitUntilIdle(IReadOnlyCollection<OffsetTracker> offsets)
    {
        var deadline = Environment.TickCount64 + (long)DrainPatience.TotalMilliseconds;
        while (offsets.Any(partition => !partition.IsIdle) && Environment.TickCount64 < deadline) Thread.Sleep(1);
    }

    private void Commit(IEnumerable<OffsetTracker> offsets)
    {
        lock (_committing)
        {
            var moved = offsets.Select(partition => (Partition: partition, Position: partition.Committable())).Where(pair => pair.Position is not null).ToArray();
            if (moved.Length == 0) return;
            try
            {
                _consumer.Commit(moved.Select(pair => new TopicPartitionOffset(_topic, pair.Partition.Partition, pair.Position!.Value)));
                foreach (var (partition, position) in moved) partition.MarkCommitted(position!.Value);
            }
            catch (KafkaException)
            {
                // No coordinator just now, or a rebalance is under way: the next commit carries these positions too.
            }
        }
    }
}
