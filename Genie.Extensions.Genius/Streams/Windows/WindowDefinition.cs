using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Streams.Backfills;

namespace Genie.Extensions.Genius.Streams.Windows;

/// <summary>Which events are aggregated, and how.</summary>
/// <remarks>
/// A key's watermark is its latest event's time less <see cref="OutOfOrder"/>: events before it are not expected any more. A window is reported when the
/// watermark reaches its end, reported again for each event that still comes, and removed <see cref="AllowedLateness"/> after its end; events after that are late.
/// Where a key's events come from several sources at their own paces, <see cref="SourceOf"/> gives each a watermark, and the key's is the least of them.
/// </remarks>
public sealed record WindowDefinition
{
    /// <summary>Its name, part of the streams' names.</summary>
    public required string Name { get; init; }

    /// <summary>
    /// Which version of it this is. What is aggregated cannot change under one version, see <see cref="WindowChangedException"/>; <see cref="TopItems"/>, <see cref="IdleTimeout"/> and <see cref="SourceIdleTimeout"/> can. A higher one begins anew, with the events
    /// that come from then on, beside what the earlier ones have counted; what they had open is not reported any more. Default 1.
    /// </summary>
    /// <remarks>Where <see cref="KeyOf"/>, <see cref="ItemOf"/> or <see cref="SourceOf"/> become others without a <see cref="SelectorDescription"/>, which nobody can tell but you, raise it too.</remarks>
    public int Version { get; init; } = 1;

    /// <summary>The windows.</summary>
    public required WindowShape Shape { get; init; }

    /// <summary>Only events that match this rule; null: all.</summary>
    public string? Rule { get; init; }

    /// <summary>Whose windows an event belongs to. Default: its <see cref="GeniusEvent.Key"/>'s. Null for an event that is left out.</summary>
    public Func<GeniusEvent, string?> KeyOf { get; init; } = static value => value.Key;

    /// <summary>What distinct and top-k count. Default: kinds. Null for an event that they leave out.</summary>
    public Func<GeniusEvent, string?> ItemOf { get; init; } = static value => value.Kind;

    /// <summary>
    /// Which source an event came from, such as a device, a partition or a region, each of which sends in order while one may be behind another; null for an event of the one that has no name. The key's watermark is the least of its sources', less
    /// <see cref="OutOfOrder"/>, so that none makes the events of a slower one late; it never goes back. Default: null, and all events of a key make one watermark.
    /// </summary>
    /// <remarks>
    /// A source is known from its first event: what it has sent before the others got ahead of it. One of which nothing has come for <see cref="SourceIdleTimeout"/> holds nothing back until it sends again. As the watermarks by split of Apache Flink with
    /// <c>withIdleness</c>.
    /// </remarks>
    public Func<GeniusEvent, string?>? SourceOf { get; init; }

    /// <summary>
    /// How long a source must have sent nothing, by the clock, to be idle; the time before the process began does not count. <see cref="Timeout.InfiniteTimeSpan"/>: none ever is. Default: null, which is <see cref="IdleTimeout"/>. When all of a key's sources are idle
    /// its watermark stays, until its own <see cref="IdleTimeout"/>.
    /// </summary>
    public TimeSpan? SourceIdleTimeout { get; init; }

    /// <summary>
    /// The most sources of a key that are known at once, without those that are idle. Beyond that a new one's events are taken in as they come, but neither move the watermark nor hold it back, until another is idle. Default 64.
    /// </summary>
    public int SourcesMax { get; init; } = 64;

    /// <summary>What <see cref="KeyOf"/>, <see cref="ItemOf"/> and <see cref="SourceOf"/> are, in words, such as <c>keys by region</c>: so that others under the same version are refused. Default: null, and nothing is compared.</summary>
    public string? SelectorDescription { get; init; }

    /// <summary>How far behind the latest event others may come and be in order; by source, behind that source's latest. Default 0.</summary>
    public TimeSpan OutOfOrder { get; init; }

    /// <summary>How long after its end a window still takes events. Default 0.</summary>
    public TimeSpan AllowedLateness { get; init; }

    /// <summary>How many of the most frequent items are reported. Default 10.</summary>
    public int TopItems { get; init; } = 10;

    /// <summary>
    /// How many items a window keeps count of: exact while there are no more; beyond that a count may be too high by at most the window's events
    /// divided by this number. Default 256.
    /// </summary>
    public int ItemsMax { get; init; } = 256;

    /// <summary>
    /// The idle timeout: when the events of a key have ceased for so long, by the clock, its watermark follows the clock. Windows whose end the clock has passed by as much are reported;
    /// it moves no further than that, so that late ones of a replay stay in order where they can. <see cref="Timeout.InfiniteTimeSpan"/>: it waits for the next one. Default 1 minute.
    /// </summary>
    /// <remarks>Timers are fired by the host that <c>AddGenius</c> builds.</remarks>
    public TimeSpan IdleTimeout { get; init; } = TimeSpan.FromMinutes(1);

    /// <summary>What it takes of the events that were processed before it began: nothing, the default, or all, before it takes the place of the version before it. See <see cref="Backfills.Backfill"/>.</summary>
    public Backfill Backfill { get; init; }

    /// <summary>How grains keep their state.</summary>
    public StreamGrainOptions Grains { get; init; } = new();

    /// <summary>Name and version, for streams and timers.</summary>
    internal string Id => Version == 1 ? Name : $"{Name}@{Version}";
}
