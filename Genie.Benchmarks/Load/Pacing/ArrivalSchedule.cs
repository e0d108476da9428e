using System.Diagnostics;

namespace Genie.Benchmarks.Load.Pacing;

/// <summary>
/// The intended send times of an open loop, evenly spaced. A time is given out to whoever is free to send next; one
/// that was due long ago is given out all the same, and its latency counts from then (no coordinated omission).
/// </summary>
/// <param name="startTimestamp">When the first is due, as <see cref="Stopwatch.GetTimestamp"/> counts.</param>
/// <param name="perSecond">The rate.</param>
/// <param name="duration">Times before start + duration exist; none after.</param>
internal sealed class ArrivalSchedule(long startTimestamp, double perSecond, TimeSpan duration)
{
    private readonly long _count = (long)Math.Ceiling(perSecond * duration.TotalSeconds);
    private readonly double _ticksBetween = Stopwatch.Frequency / perSecond;
    private long _next = -1;

    /// <summary>How many times there are in all.</summary>
    public long Count => _count;

    /// <summary>Takes the next intended time; false when all were given out.</summary>
    public bool TryTake(out long intendedTimestamp)
    {
        var number = Interlocked.Increment(ref _next);

        // From the number, not from the time before: rounding must not add up over millions of requests.
        intendedTimestamp = startTimestamp + (long)(number * _ticksBetween);
        return number < _count;
    }
}
