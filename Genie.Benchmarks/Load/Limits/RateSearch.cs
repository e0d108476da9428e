namespace Genie.Benchmarks.Load.Limits;

/// <summary>
/// Searches the highest rate that holds: doubles until one does not, then bisects between the last that held and the
/// first that did not. One that held may have been lucky: <see cref="Withdraw"/>. Knows nothing of how a rate is tried.
/// </summary>
/// <param name="startPerSecond">The first rate.</param>
/// <param name="precision">It ends when the lowest rate that failed is no more than this factor above the highest that held.</param>
internal sealed class RateSearch(double startPerSecond, double precision = RateSearch.Precision)
{
    /// <summary>The factor where none is given.</summary>
    public const double Precision = 1.05;

    private const double LeastPerSecond = 1;
    private const double MostPerSecond = 100_000_000;
    private readonly SortedSet<double> _held = [];
    private double _next = Math.Clamp(startPerSecond, LeastPerSecond, MostPerSecond);

    /// <summary>A search between a rate that held and a higher one that did not, which only bisects.</summary>
    public static RateSearch Between(double heldPerSecond, double failedPerSecond, double precision)
    {
        var search = new RateSearch(heldPerSecond, precision);
        search.Note(held: true);
        search._next = failedPerSecond;
        search.Note(held: false);
        return search;
    }

    /// <summary>The highest rate that held; 0 while there is none.</summary>
    public double HeldPerSecond => _held.Max;

    /// <summary>The lowest rate that did not hold; infinite while there is none.</summary>
    public double FailedPerSecond { get; private set; } = double.PositiveInfinity;

    /// <summary>The rate to try next, or null when the search has ended.</summary>
    public double? Next => _next is >= LeastPerSecond and <= MostPerSecond && FailedPerSecond > HeldPerSecond * precision ? _next : null;

    /// <summary>Takes how the rate of <see cref="Next"/> did.</summary>
    public void Note(bool held)
    {
        if (held) _held.Add(_next);
        else FailedPerSecond = Math.Min(FailedPerSecond, _next);

        // Rates are ratios to one another: the middle is the geometric one.
        _next = HeldPerSecond == 0 ? _next / 2 : double.IsInfinity(FailedPerSecond) ? _next * 2 : Math.Sqrt(HeldPerSecond * FailedPerSecond);
        if (_next > 100) _next = Math.Round(_next);
    }

    /// <summary>The highest rate that held did not, tried again; the next lower one takes its place.</summary>
    public void Withdraw()
    {
        FailedPerSecond = Math.Min(FailedPerSecond, HeldPerSecond);
        _held.Remove(HeldPerSecond);
    }
}
