namespace Genie.EventStore.Subscriptions;

/// <summary>How far a group has come in a partition.</summary>
/// <param name="Partition">The partition, 0 to <see cref="ConsumerGroup.Partitions"/> − 1.</param>
/// <param name="Position">All events of the partition's streams up to this position are handled.</param>
public readonly record struct PartitionCheckpoint(int Partition, long Position);
