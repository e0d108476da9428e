using System.Globalization;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Streams.Backfills;

namespace Genie.Extensions.Genius.Streams.Patterns;

/// <summary>A sequence of events that is looked for in each key's: one that matches the first rule, then one that matches the second, and so on; or the last of them failing to come.</summary>
/// <remarks>
/// Every event of the first rule begins a match of its own, and an event takes every open match a step on that waits for its rule; others in between do not matter
/// (in the literature: skip till next match, Agrawal et al., "Efficient pattern matching over event streams", SIGMOD 2008). Events count in the order of their times: a key's watermark is its latest
/// event's time less <see cref="OutOfOrder"/>, and events take effect when it has reached them.
/// </remarks>
public sealed record PatternDefinition
{
    /// <summary>The most steps that a pattern has.</summary>
    public const int StepsMax = 16;

    /// <summary>Its name, part of the streams' names.</summary>
    public required string Name { get; init; }

    /// <summary>
    /// Which version of it this is. Steps, <see cref="Within"/>, <see cref="IsAbsence"/>, <see cref="OutOfOrder"/> and the bounds cannot change under one version, see <see cref="PatternChangedException"/>;
    /// a higher one begins anew, with the events that come from then on. Default 1.
    /// </summary>
    public int Version { get; init; } = 1;

    /// <summary>The rules whose events make it up, by their names, in order: 2 to <see cref="StepsMax"/>.</summary>
    public required IReadOnlyList<string> Steps { get; init; }

    /// <summary>The last event comes at most so long after the first, in event time.</summary>
    public required TimeSpan Within { get; init; }

    /// <summary>True: what is noticed is that all steps came but the last, and that one did not within the time. Default false.</summary>
    public bool IsAbsence { get; init; }

    /// <summary>Whose sequence an event belongs to. Default: its <see cref="GeniusEvent.Key"/>'s.</summary>
    public Func<GeniusEvent, string> KeyOf { get; init; } = static value => value.Key;

    /// <summary>How far behind the latest event others may come and be in order. Default 0.</summary>
    public TimeSpan OutOfOrder { get; init; }

    /// <summary>The most events of a key that wait for the watermark; beyond that the earliest takes effect and moves it. Default 1,024.</summary>
    public int WaitingMax { get; init; } = 1024;

    /// <summary>The most matches that a key has open; beyond that the one that began first is given up. Default 256.</summary>
    public int OpenMax { get; init; } = 256;

    /// <summary>
    /// The idle timeout: when a key's events have ceased for so long, by the clock, its watermark follows the clock, so that an absence is noticed without a next event.
    /// <see cref="Timeout.InfiniteTimeSpan"/>: it waits for the next one. Default 1 minute.
    /// </summary>
    /// <remarks>Timers are fired by the host that <c>AddGenius</c> builds.</remarks>
    public TimeSpan IdleTimeout { get; init; } = TimeSpan.FromMinutes(1);

    /// <summary>What it takes of the events that were processed before it began: nothing, the default, or all, before it takes the place of the version before it. See <see cref="Backfills.Backfill"/>.</summary>
    public Backfill Backfill { get; init; }

    /// <summary>How grains keep their state.</summary>
    public StreamGrainOptions Grains { get; init; } = new();

    /// <summary>Name and version, for streams and timers.</summary>
    internal string Id => Version == 1 ? Name : $"{Name}@{Version}";

    /// <summary>All that a key's state follows from, in words.</summary>
    internal string Text => string.Create(
        CultureInfo.InvariantCulture,
        $"{string.Join(", then ", Steps.Select(step => $"'{step}'"))} within {Within:c}{(IsAbsence ? ", the last one absent" : "")}, out of order by {OutOfOrder:c}, {WaitingMax} waiting, {OpenMax} open");

    /// <summary>The steps that an event is, by the rules that it matched: a bit for each.</summary>
    internal uint StepsOf(IReadOnlyCollection<string> rules)
    {
        var steps = 0u;
        for (var i = 0; i < Steps.Count; i++)
        {
            if (rules.Contains(Steps[i])) steps |= 1u << i;
        }

        return steps;
    }
}
