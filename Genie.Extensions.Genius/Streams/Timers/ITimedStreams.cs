using Genie.Extensions.Genius.Messages;

namespace Genie.Extensions.Genius.Streams.Timers;

/// <summary>The streams of one definition, whose keys have timers.</summary>
internal interface ITimedStreams
{
    /// <summary>What timers of theirs are recorded as.</summary>
    (TimerKind Kind, string Name) Timer { get; }

    /// <summary>How long a key must have been idle; <see cref="Timeout.InfiniteTimeSpan"/>: no timer fires.</summary>
    TimeSpan IdleTimeout { get; }

    /// <summary>A key's timer fires: what is due by an instant of event time takes place, unless an input came meanwhile; or what is due by the clock.</summary>
    ValueTask<TimerAnswer> FireAsync(string key, TimerInstant timer, CancellationToken cancellationToken);
}
