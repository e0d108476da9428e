using Genie.EventStore.Subscriptions;

namespace Genie.EventStore.Embedded;

/// <summary>The groups of an embedded store: all of their members are in this process.</summary>
internal sealed class EmbeddedGroups(EmbeddedEventStore store)
{
    private readonly Lock _lock = new();
    private readonly Dictionary<string, Group> _groups = new(StringComparer.Ordinal);

    private EmbeddedEventStore Store => store;

    /// <summary>Adds a member.</summary>
    public IGroupMembership Join(string name)
    {
        lock (_lock)
        {
            if (!_groups.TryGetValue(name, out var group)) _groups.Add(name, group = new Group());
            group.Members++;
            return new Membership(this, name, group);
        }
    }

    private sealed class Group
    {
        public int Members { get; set; }

        public Membership?[] Holders { get; } = new Membership?[ConsumerGroup.Partitions];
    }

    private sealed class Membership(EmbeddedGroups groups, string name, Group group) : IGroupMembership
    {
        private bool _isLeft;

        public ValueTask<int> RenewAsync(CancellationToken cancellationToken)
        {
            lock (groups._lock) return new(group.Members);
        }

        public ValueTask<bool> TryClaimAsync(int partition, CancellationToken cancellationToken)
        {
            lock (groups._lock)
            {
                ObjectDisposedException.ThrowIf(_isLeft, this);
                return new((group.Holders[partition] ??= this) == this);
            }
        }

        public ValueTask ReleaseAsync(int partition, CancellationToken cancellationToken)
        {
            lock (groups._lock)
            {
                if (group.Holders[partition] == this) group.Holders[partition] = null;
            }

            return ValueTask.CompletedTask;
        }

        public ValueTask<long> LoadCheckpointAsync(int partition, CancellationToken cancellationToken) =>
            groups.Store.LoadCheckpointAsync(GroupCheckpoints.Name(name, partition), cancellationToken);

        public async ValueTask SaveCheckpointsAsync(IReadOnlyCollection<PartitionCheckpoint> checkpoints, CancellationToken cancellationToken)
        {
            ObjectDisposedException.ThrowIf(_isLeft, this);
            await Task.WhenAll(checkpoints.Select(each => groups.Store.SaveCheckpointAsync(GroupCheckpoints.Name(name, each.Partition), each.Position, cancellationToken).AsTask())).ConfigureAwait(false);
        }

        public ValueTask DisposeAsync()
        {
            lock (groups._lock)
            {
                if (_isLeft) return ValueTask.CompletedTask;
                _isLeft = true;
                for (var i = 0; i < group.Holders.Length; i++)
                {
                    if (group.Holders[i] == this) group.Holders[i] = null;
                }

                if (--group.Members == 0) groups._groups.Remove(name);
            }

            return ValueTask.CompletedTask;
        }
    }
}
