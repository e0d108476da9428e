using Genie.EventStore;

namespace Genie.Extensions.Genius.Delivery.Pull;

/// <summary>What consumers that poll are given.</summary>
public sealed record FeedOptions
{
    /// <summary>Which events are given out. Default: all.</summary>
    public Func<RecordedEvent, bool> Filter { get; init; } = static _ => true;

    /// <summary>The most events that one poll brings. Default 1,000.</summary>
    public int PageEventsMax { get; init; } = 1_000;

    /// <summary>A page is full with the event whose payload reaches so many bytes. Default 16 MiB.</summary>
    public long PageBytes { get; init; } = 16 << 20;

    /// <summary>The most events that one poll reads, wanted or not: a poll of rare ones comes back with how far it is. Default 100,000.</summary>
    public int PageReadsMax { get; init; } = 100_000;

    /// <summary>The clock of polls that wait.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;
}
