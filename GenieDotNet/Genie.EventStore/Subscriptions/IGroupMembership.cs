namespace Genie.EventStore.Subscriptions;

/// <summary>
/// What a store gives one consumer of a group: partitions that it holds alone, and checkpoints that only their holder can save. Ends with
/// its disposal, with the process, and when the store has not heard of it for too long; then every method throws a
/// <see cref="GroupMembershipLostException"/>. Not for concurrent callers.
/// </summary>
public interface IGroupMembership : IAsyncDisposable
{
    /// <summary>Says that this member lives.</summary>
    /// <returns>Members there are, this one included.</returns>
    ValueTask<int> RenewAsync(CancellationToken cancellationToken);

    /// <summary>Takes a partition that no member holds.</summary>
    /// <returns>False if another member holds it.</returns>
    ValueTask<bool> TryClaimAsync(int partition, CancellationToken cancellationToken);

    /// <summary>Lets a partition go.</summary>
    ValueTask ReleaseAsync(int partition, CancellationToken cancellationToken);

    /// <summary>How far the group has come in a partition; 0 if it has not begun.</summary>
    ValueTask<long> LoadCheckpointAsync(int partition, CancellationToken cancellationToken);

    /// <summary>Keeps how far the group has come in partitions that this member holds.</summary>
    ValueTask SaveCheckpointsAsync(IReadOnlyCollection<PartitionCheckpoint> checkpoints, CancellationToken cancellationToken);
}
