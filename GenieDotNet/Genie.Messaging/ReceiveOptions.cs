namespace Genie.Messaging;

/// <summary>How messages are received one by one, or in batches.</summary>
public sealed record ReceiveOptions
{
    /// <summary>Group, redelivery, dead letters. Its concurrency is not used.</summary>
    public SubscribeOptions Subscription { get; init; } = new();

    /// <summary>Messages given out and not settled yet. Default 1: one by one, in order of arrival. More are given out in no certain order.
    /// Batches take at least <see cref="BatchSizeMax"/>.</summary>
    public int MaxUnsettled { get; init; } = 1;

    /// <summary>Messages of a batch at most. Default 100.</summary>
    public int BatchSizeMax { get; init; } = 100;

    /// <summary>How long a batch waits, from its first message on, to be full. Default 200 ms.</summary>
    public TimeSpan BatchTimeout { get; init; } = TimeSpan.FromMilliseconds(200);
}
