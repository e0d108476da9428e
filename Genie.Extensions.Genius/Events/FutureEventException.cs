namespace Genie.Extensions.Genius.Events;

/// <summary>
/// An event of a time that is further ahead than the processor takes: it would move its key's watermark there, and make all that follows late. It had no
/// effect. Mend the sender's clock, or raise <see cref="Hosting.GeniusOptions.FutureMax"/>.
/// </summary>
/// <param name="time">The event's time.</param>
/// <param name="latest">The latest time that was taken then.</param>
public sealed class FutureEventException(DateTimeOffset time, DateTimeOffset latest)
    : Exception($"The event's time, {time.UtcDateTime:O}, is too far in the future: the latest that is taken now is {latest.UtcDateTime:O}. Mend the sender's clock, or raise FutureMax.")
{
    /// <summary>Always false: sent again soon it is refused again.</summary>
    public static bool IsTransient => false;
}
