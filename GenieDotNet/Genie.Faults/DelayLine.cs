namespace Genie.Faults;

/// <summary>When what is sent now arrives: latency, jitter and bandwidth of one direction, first in, first out. Not safe for concurrent callers.</summary>
internal sealed class DelayLine(Random random, TimeProvider time)
{
    private long _sentBy;
    private long _lastDue;

    /// <summary>The time stamp at which bytes that are sent now arrive.</summary>
    /// <param name="profile">The network.</param>
    /// <param name="bytes">How many.</param>
    /// <param name="again">Times that they are lost and sent again, a round trip each.</param>
    public long DueOf(NetworkProfile profile, int bytes, int again = 0)
    {
        var now = time.GetTimestamp();
        if (profile.BytesPerSecond > 0) _sentBy = Math.Max(now, _sentBy) + Ticks(TimeSpan.FromSeconds((double)bytes / profile.BytesPerSecond));
        var delay = (profile.RoundTrip / 2) + (again * profile.RoundTrip);
        if (profile.Jitter > TimeSpan.Zero) delay += profile.Jitter * -Math.Log(1 - random.NextDouble());
        _lastDue = Math.Max(_lastDue, Math.Max(now, _sentBy) + Ticks(delay));
        return _lastDue;
    }

    /// <summary>Completes at a time stamp or a little later, never before.</summary>
    public async ValueTask WaitUntilAsync(long due, CancellationToken cancellationToken)
    {
        while (time.GetTimestamp() < due)
        {
            // Timers of .NET count whole milliseconds and drop the rest.
            var remaining = time.GetElapsedTime(time.GetTimestamp(), due);
            await Task.Delay(TimeSpan.FromMilliseconds(Math.Max(1, Math.Ceiling(remaining.TotalMilliseconds))), time, cancellationToken).ConfigureAwait(false);
        }
    }

    private long Ticks(TimeSpan span) => (long)Math.Ceiling(span.TotalSeconds * time.TimestampFrequency);
}
