using System.Globalization;
using Genie.Extensions.Genius.Streams.Backfills;

namespace Genie.Extensions.Genius.Streams.Geofences;

/// <summary>Which rules are fences, whose positions enter and leave.</summary>
/// <remarks>
/// A key's watermark is its latest position's time less <see cref="OutOfOrder"/>. Positions take effect in the order of their times, when the watermark has
/// reached them; those that come behind it are late. Somebody is where he was last seen, until he is seen elsewhere. A fence's rule should be a
/// region only: one with a kind or a schedule is left by every event of another kind or time.
/// </remarks>
public sealed record GeofenceDefinition
{
    /// <summary>Its name, part of the streams' names.</summary>
    public required string Name { get; init; }

    /// <summary>
    /// Which version of it this is. What follows from positions cannot change under one version, see <see cref="GeofenceChangedException"/>; <see cref="IdleTimeout"/> can. A higher one begins anew: nobody is inside of anything,
    /// unless a <see cref="Backfill"/> says who is. Default 1.
    /// </summary>
    /// <remarks>Where <see cref="IsFence"/> changes without a <see cref="FenceDescription"/>, which nobody can tell but you, raise it too.</remarks>
    public int Version { get; init; } = 1;

    /// <summary>Whether a rule is a fence, by its name. Default: all are.</summary>
    public Func<string, bool> IsFence { get; init; } = static _ => true;

    /// <summary>Which rules <see cref="IsFence"/> names, in words, such as <c>rules that begin with 'yard-'</c>: so that others under the same version are refused. Default: none, and nothing is compared.</summary>
    public string? FenceDescription { get; init; }

    /// <summary>
    /// Who is inside has left a fence only when seen so far outside of its border, in metres, so that positions that waver at the border are no coming and going. Default 0.
    /// </summary>
    /// <remarks>
    /// For fences that are a circle, a polygon, a cell, or any of several such; others have their border alone, and so for <see cref="CrossingWithin"/> and
    /// <see cref="Events.GeniusEvent.AccuracyMetres"/>: a position whose circle of uncertainty meets the border changes nothing.
    /// </remarks>
    public double HysteresisMetres { get; init; }

    /// <summary>
    /// Of two positions that are at most so far apart in time, fences on the straight way between them, in latitude and longitude, are <see cref="FenceChange.Crossed"/>. Default 0: of none. The first of them
    /// must have come; an earlier one that comes late, within <see cref="OutOfOrder"/>, changes the way.
    /// </summary>
    public TimeSpan CrossingWithin { get; init; }

    /// <summary>After so long inside, the stay is a dwelling. Default: never.</summary>
    public TimeSpan DwellAfter { get; init; } = TimeSpan.MaxValue;

    /// <summary>How far behind the latest position others may come and be in order. Default 0.</summary>
    public TimeSpan OutOfOrder { get; init; }

    /// <summary>The most positions that wait for the watermark; beyond that the earliest takes effect and moves it. Default 1,024.</summary>
    public int WaitingMax { get; init; } = 1024;

    /// <summary>
    /// The idle timeout: when the positions of a key have ceased for so long, by the clock, its watermark follows the clock. Positions that wait take effect, and stays become dwellings, when the clock has passed them by as much;
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

    /// <summary>All that a key's state follows from, in words.</summary>
    internal string Text => string.Create(
        CultureInfo.InvariantCulture,
        $"{FenceDescription ?? "rules"} dwelled in after {(DwellAfter == TimeSpan.MaxValue ? "no time" : $"{DwellAfter:c}")}, with a hysteresis of {HysteresisMetres:R} m, crossed within {CrossingWithin:c}, out of order by {OutOfOrder:c}, {WaitingMax} waiting");
}
