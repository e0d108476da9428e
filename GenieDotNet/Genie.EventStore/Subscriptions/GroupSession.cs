namespace Genie.EventStore.Subscriptions;

/// <summary>A consumer's membership of a group from its joining to its end: takes its share of the partitions, brings them their events, and keeps how far they are.</summary>
internal sealed class GroupSession(IEventStore store, IGroupMembership membership, GroupSessionSettings settings, Func<RecordedEvent, CancellationToken, Task> handle)
{
    private readonly Lock _lock = new();
    private readonly GroupPartition?[] _held = new GroupPartition?[ConsumerGroup.Partitions];
    private CancellationTokenSource? _reading;
    private long _readUpTo;

    /// <summary>Runs until the token fires or something fails.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var reading = ReadAsync(stop.Token);
        var balancing = BalanceAsync(stop.Token);
        try
        {
            await (await Task.WhenAny(reading, balancing).ConfigureAwait(false)).ConfigureAwait(false);
        }
        finally
        {
            await stop.CancelAsync().ConfigureAwait(false);
            await Task.WhenAll([.. Held().Select(each => each.Handling), reading, balancing]).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            await LeaveAsync().ConfigureAwait(false);
        }
    }

    private List<GroupPartition> Held()
    {
        lock (_lock) return [.. _held.OfType<GroupPartition>()];
    }

    /// <summary>What was handled need not be handled again by who comes next.</summary>
    private async Task LeaveAsync()
    {
        try
        {
            await SaveAsync(CancellationToken.None).ConfigureAwait(false);
        }
        catch (EventStoreException)
        {
            // The store cannot be reached, or the membership is lost: the next holder begins at the checkpoint before.
        }
    }

    private async Task BalanceAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            var members = await membership.RenewAsync(cancellationToken).ConfigureAwait(false);
            await SaveAsync(cancellationToken).ConfigureAwait(false);
            await ReleaseStoppedAsync(cancellationToken).ConfigureAwait(false);
            var share = (ConsumerGroup.Partitions + members - 1) / members;
            settings.Balanced(members, StopBeyond(share));
            await ClaimAsync(share, cancellationToken).ConfigureAwait(false);
            foreach (var each in Held().Where(each => each.Handling.IsFaulted)) await each.Handling.ConfigureAwait(false);
            await Task.Delay(settings.BalanceInterval, settings.Clock, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Lets go what is more than the share.</summary>
    /// <returns>Partitions that remain.</returns>
    private int StopBeyond(int share)
    {
        lock (_lock)
        {
            var active = _held.OfType<GroupPartition>().Where(each => !each.IsStopping).ToList();
            foreach (var each in active.Skip(share)) each.Stop();
            return Math.Min(active.Count, share);
        }
    }

    private async Task ReleaseStoppedAsync(CancellationToken cancellationToken)
    {
        foreach (var each in Held().Where(each => each.IsStopping && each.Handling.IsCompleted))
        {
            await SaveAsync(cancellationToken).ConfigureAwait(false);
            lock (_lock) _held[each.Number] = null;
            await membership.ReleaseAsync(each.Number, cancellationToken).ConfigureAwait(false);
        }
    }

    private async Task ClaimAsync(int share, CancellationToken cancellationToken)
    {
        var count = Held().Count(each => !each.IsStopping);
        var (start, isMore) = (Random.Shared.Next(ConsumerGroup.Partitions), false);
        for (var i = 0; i < ConsumerGroup.Partitions && count < share; i++)
        {
            var number = (start + i) % ConsumerGroup.Partitions;
            if (_held[number] is not null || !await membership.TryClaimAsync(number, cancellationToken).ConfigureAwait(false)) continue;
            var checkpoint = await membership.LoadCheckpointAsync(number, cancellationToken).ConfigureAwait(false);
            lock (_lock) _held[number] = new GroupPartition(number, checkpoint, settings.QueueEvents, handle, ReadAgain, cancellationToken);
            (count, isMore) = (count + 1, true);
        }

        if (isMore) ReadAgain();
    }

    private async Task SaveAsync(CancellationToken cancellationToken)
    {
        List<(GroupPartition Partition, long Position)> changed;
        lock (_lock) changed = [.. _held.OfType<GroupPartition>().Select(each => (Partition: each, Position: each.HandledUpTo(_readUpTo))).Where(each => each.Position > each.Partition.Saved)];
        if (changed.Count == 0) return;
        await membership.SaveCheckpointsAsync([.. changed.Select(each => new PartitionCheckpoint(each.Partition.Number, each.Position))], cancellationToken).ConfigureAwait(false);
        foreach (var (partition, position) in changed) partition.Saved = position;
    }

    /// <summary>Has the reader begin where the partition that is furthest behind needs it.</summary>
    private void ReadAgain()
    {
        lock (_lock) _ = _reading?.CancelAsync();
    }

    private async Task ReadAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            using var reading = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            var after = Begin(reading);
            try
            {
                if (after is { } position) await ReadFromAsync(position, reading.Token).ConfigureAwait(false);
                else await Task.Delay(Timeout.InfiniteTimeSpan, reading.Token).ConfigureAwait(false);
            }
            catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
            {
                // A partition came to this consumer, or has room again: once more, from where it needs it.
            }
            finally
            {
                lock (_lock) _reading = null;
            }
        }
    }

    /// <returns>The last position that need not be read; null while there is no partition.</returns>
    private long? Begin(CancellationTokenSource reading)
    {
        lock (_lock)
        {
            _reading = reading;
            var active = _held.OfType<GroupPartition>().Where(each => !each.IsStopping).ToList();
            if (active.Count == 0) return null;
            return _readUpTo = active.ConvertAll(each => each.Follow(_readUpTo)).Min();
        }
    }

    private async Task ReadFromAsync(long after, CancellationToken cancellationToken)
    {
        await foreach (var each in store.SubscribeAsync(after, cancellationToken).ConfigureAwait(false))
        {
            if (!Pass(each) && !await PassLaterAsync(each, cancellationToken).ConfigureAwait(false)) LeaveBehind(each);
        }
    }

    /// <returns>False if the event's partition has no room.</returns>
    private bool Pass(RecordedEvent recorded)
    {
        lock (_lock)
        {
            if (settings.Filter.Matches(recorded) && HolderOf(recorded) is { } holder && !holder.TryOffer(recorded)) return false;
            _readUpTo = recorded.Position;
            return true;
        }
    }

    /// <summary>A partition that is slow is waited for, one that is stuck is not.</summary>
    private async Task<bool> PassLaterAsync(RecordedEvent recorded, CancellationToken cancellationToken)
    {
        var began = settings.Clock.GetTimestamp();
        while (settings.Clock.GetElapsedTime(began) < settings.StuckAfter)
        {
            if (HolderOf(recorded) is { } holder)
            {
                var left = settings.StuckAfter - settings.Clock.GetElapsedTime(began);
                await Task.WhenAny(holder.WaitForRoomAsync(cancellationToken), Task.Delay(left > TimeSpan.Zero ? left : TimeSpan.Zero, settings.Clock, cancellationToken)).ConfigureAwait(false);
                cancellationToken.ThrowIfCancellationRequested();
            }

            if (Pass(recorded)) return true;
        }

        return false;
    }

    private void LeaveBehind(RecordedEvent recorded)
    {
        lock (_lock)
        {
            HolderOf(recorded)?.LeaveBehind();
            _readUpTo = recorded.Position;
        }
    }

    private GroupPartition? HolderOf(RecordedEvent recorded) => _held[StreamPartition.Of(recorded.Stream, ConsumerGroup.Partitions)];
}
