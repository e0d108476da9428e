namespace Genie.Relay.Telemetry;

/// <summary>The times of the last calls, for the status page. Safe for concurrent callers.</summary>
internal sealed class RecentCalls
{
    private const int Length = 4096;

    private readonly double[] _milliseconds = new double[Length];
    private long _calls;
    private long _errors;

    /// <summary>Calls so far.</summary>
    public long Calls => Volatile.Read(ref _calls);

    /// <summary>Those that failed.</summary>
    public long Errors => Volatile.Read(ref _errors);

    /// <summary>Notes a call.</summary>
    public void Add(TimeSpan duration, bool isError)
    {
        if (isError) Interlocked.Increment(ref _errors);
        Volatile.Write(ref _milliseconds[(Interlocked.Increment(ref _calls) - 1) % Length], duration.TotalMilliseconds);
    }

    /// <summary>Times that these shares of the last calls did not exceed, in milliseconds; zeros where there was none.</summary>
    public double[] Quantiles(params double[] shares)
    {
        var times = _milliseconds[..(int)Math.Min(Calls, Length)];
        Array.Sort(times);
        return [.. shares.Select(share => times.Length == 0 ? 0 : times[(int)Math.Min(times.Length - 1, share * times.Length)])];
    }
}
