using Genie.EventStore;

namespace Genie.Extensions.Genius.Delivery.Push;

/// <summary>How one subscription's events are delivered.</summary>
public sealed record DeliveryOptions
{
    /// <summary>The subscription's name: ASCII letters, digits, <c>-</c> and <c>_</c>. Its state is kept under it.</summary>
    public required string Subscription { get; init; }

    /// <summary>Who receives, for people to read: an address, without secrets. Default: nothing is said.</summary>
    public string Receiver { get; init; } = "";

    /// <summary>Which events are delivered. Default: all. Those of deliveries themselves never are.</summary>
    public Func<RecordedEvent, bool> Filter { get; init; } = static _ => true;

    /// <summary>A new subscription begins after this position, which is kept. Default 0: with the first event.</summary>
    public long AfterPosition { get; init; }

    /// <summary>When failed attempts are made again.</summary>
    public RetryPolicy Retry { get; init; } = new();

    /// <summary>An attempt that takes longer has failed. Default 15 s.</summary>
    public TimeSpan AttemptTimeout { get; init; } = TimeSpan.FromSeconds(15);

    /// <summary>Attempts under way at once. Default 8.</summary>
    public int Concurrency { get; init; } = 8;

    /// <summary>Events that are not settled at once, waiting ones included; beyond that no further ones are taken up. Default 1,000.</summary>
    public int UnsettledMax { get; init; } = 1_000;

    /// <summary>Settled events between two snapshots of the subscription's state. Default 256.</summary>
    public int SnapshotEvery { get; init; } = 256;

    /// <summary>The clock of waits, timeouts and signatures.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>Numbers from 0 to 1 for the jitter. Default: random ones.</summary>
    public Func<double> Jitter { get; init; } = Random.Shared.NextDouble;
}
