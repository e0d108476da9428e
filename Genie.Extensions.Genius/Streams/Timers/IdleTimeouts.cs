namespace Genie.Extensions.Genius.Streams.Timers;

/// <summary>What an idle timeout may be.</summary>
internal static class IdleTimeouts
{
    private static readonly TimeSpan Max = TimeSpan.FromDays(365_000);

    /// <exception cref="ArgumentOutOfRangeException">It is neither positive nor infinite.</exception>
    public static void Check(TimeSpan timeout)
    {
        if (timeout != Timeout.InfiniteTimeSpan && (timeout <= TimeSpan.Zero || timeout > Max))
            throw new ArgumentOutOfRangeException(nameof(timeout), timeout, "An idle timeout is positive and at most a thousand years, or Timeout.InfiniteTimeSpan for none.");
    }
}
