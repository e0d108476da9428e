namespace Genie.EventStore.Subscriptions;

/// <summary>How a consumer of a group works.</summary>
internal sealed record GroupSessionSettings
{
    public required EventFilter Filter { get; init; }

    public required int QueueEvents { get; init; }

    public required TimeSpan BalanceInterval { get; init; }

    /// <summary>A partition without room for so long is stuck.</summary>
    public required TimeSpan StuckAfter { get; init; }

    public required TimeProvider Clock { get; init; }

    /// <summary>Told the members of the group, and the partitions of this one.</summary>
    public required Action<int, int> Balanced { get; init; }
}
