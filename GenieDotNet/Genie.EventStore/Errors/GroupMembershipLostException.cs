namespace Genie.EventStore;

/// <summary>The store has given this consumer's partitions to others, since it did not hear of it for too long. Join again.</summary>
public sealed class GroupMembershipLostException(string group, Exception? inner = null)
    : EventStoreException($"This consumer is no longer a member of the group '{group}': the store did not hear of it for too long, or its link was cut. Join again; ConsumerGroup does so by itself.", isTransient: true, inner);
