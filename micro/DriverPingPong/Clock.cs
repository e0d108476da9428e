using System.Diagnostics;

namespace DriverPingPong;

/// <summary>The round trips of one loop: how many fell into the measured time, and how long the latest of them took.</summary>
internal sealed class Clock
{
    // A ring for all loops together: the latest million is enough for a median, and nothing is allocated while the clock runs.
    private const int TicksKeptMax = 1 << 20;

    private readonly long[] _ticks;
    private readonly long _begin;
    private readonly long _end;

    public Clock(Arguments arguments)
    {
        _ticks = new long[TicksKeptMax / (arguments.Connections * arguments.InFlight)];
        _begin = Stopwatch.GetTimestamp() + (long)(arguments.Warmup.TotalSeconds * Stopwatch.Frequency);
        _end = _begin + (long)(arguments.Duration.TotalSeconds * Stopwatch.Frequency);
    }

    /// <summary>Round trips after the warm-up.</summary>
    public long Count { get; private set; }

    /// <summary>How long the latest of them took.</summary>
    public ReadOnlySpan<long> Ticks => _ticks.AsSpan(0, (int)Math.Min(Count, _ticks.Length));

    /// <summary>Counts a round trip.</summary>
    /// <param name="start">When it began; set to now, when the next begins.</param>
    /// <returns>False when the time is over.</returns>
    public bool Lap(ref long start)
    {
        var now = Stopwatch.GetTimestamp();
        if (start >= _begin) _ticks[Count++ % _ticks.Length] = now - start;
        start = now;
        return now < _end;
    }
}
