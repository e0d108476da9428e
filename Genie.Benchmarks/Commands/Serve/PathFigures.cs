namespace Genie.Benchmarks.Commands.Serve;

/// <summary>Answers since the figures were last taken. Safe for concurrent callers.</summary>
internal sealed class PathFigures
{
    private long _answered;
    private long _refused;
    private long _ticks;

    /// <summary>Counts an answer.</summary>
    public void Count(bool isSuccess, TimeSpan elapsed)
    {
        if (!isSuccess)
        {
            Interlocked.Increment(ref _refused);
            return;
        }

        Interlocked.Increment(ref _answered);
        Interlocked.Add(ref _ticks, elapsed.Ticks);
    }

    /// <summary>Takes the figures; the next begin at zero. The mean is zero where nothing was answered.</summary>
    public (long Answered, long Refused, TimeSpan Mean) Take()
    {
        var (answered, refused, ticks) = (Interlocked.Exchange(ref _answered, 0), Interlocked.Exchange(ref _refused, 0), Interlocked.Exchange(ref _ticks, 0));
        return (answered, refused, answered == 0 ? TimeSpan.Zero : TimeSpan.FromTicks(ticks / answered));
    }
}
