using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Load.Limits;

/// <summary>
/// Tries the rates that a search asks for. Whoever owns it measures them, at once or in turn with other systems. A rate that does not hold is tried a second time, since
/// one stall of the machine must not halve the answer.
/// </summary>
/// <param name="search">Says which rate is next.</param>
/// <param name="findBreach">Why a row does not hold its rate, or null.</param>
internal sealed class RateTrials(RateSearch search, Func<RunRow, string?> findBreach)
{
    private readonly List<RateTry> _tries = [];
    private bool _isSecondTry;
    private bool _isMeasurable = true;

    /// <summary>All that were tried, in order.</summary>
    public IReadOnlyList<RateTry> Tries => _tries;

    /// <summary>The rate to measure next, or null when the search has ended.</summary>
    public double? Next => _isMeasurable ? search.Next : null;

    /// <summary>Takes the row of the rate of <see cref="Next"/>; null if it was ended early.</summary>
    public void Note(RunRow? row)
    {
        var held = row is not null && Add(row);

        // What cannot be measured at all will not be at half the rate.
        _isMeasurable = row is { Requests: > 0 };
        if (!_isMeasurable) return;
        if (!held && !_isSecondTry)
        {
            _isSecondTry = true;
            return;
        }

        _isSecondTry = false;
        search.Note(held);
    }

    /// <summary>Takes a row of a rate that the search did not ask for.</summary>
    /// <returns>True if it held.</returns>
    public bool Add(RunRow row)
    {
        var breach = findBreach(row);
        _tries.Add(new RateTry(row.RateAsked, row.ThroughputPerSecond, row.LatencyMicroseconds, breach is null, breach ?? ""));
        return breach is null;
    }
}
