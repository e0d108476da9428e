using Genie.Benchmarks.Load.Limits;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Load.Sweeps;

/// <summary>
/// One system through one client in a sweep. Its first pass finds the rates: doubling until it is saturated, then bisecting around saturation and around the highest rate that
/// holds the condition. All further passes measure the same rates again.
/// </summary>
internal sealed class SweepTrack
{
    /// <summary>How near to each other the rates are between which the answer lies.</summary>
    public const double Precision = 1.25;

    // From 1,000 to 250,000 a second, and what bisecting adds.
    private const int RatesExpected = 12;

    private readonly LoadJob _template;
    private readonly LimitCondition _condition;
    private readonly RateTrials _saturation;
    private readonly SortedDictionary<double, bool> _rates = [];
    private RateTrials? _limit;
    private double[] _left = [];

    /// <summary>Before its first pass.</summary>
    /// <param name="template">What is measured; its rate is where the sweep begins, 0 for <see cref="LimitSearch.DefaultStartPerSecond"/>.</param>
    /// <param name="condition">What latencies are to hold.</param>
    public SweepTrack(LoadJob template, LimitCondition condition)
    {
        (_template, _condition) = (template, condition);
        var start = template.RatePerSecond > 0 ? template.RatePerSecond : LimitSearch.DefaultStartPerSecond;
        _saturation = new RateTrials(new RateSearch(start, Precision), new SaturationRule().FindBreach);
    }

    /// <summary>The next job of a pass, or null when that has ended for this system.</summary>
    /// <param name="pass">From 1, never lower than before.</param>
    public LoadJob? Next(int pass) => NextRate(pass) is { } rate ? _template with { RatePerSecond = rate, Repetition = pass } : null;

    /// <summary>Takes the row of <see cref="Next"/>; null if it was ended early.</summary>
    public void Note(int pass, RunRow? row)
    {
        if (pass > 1)
        {
            _left = _left[1..];
            return;
        }

        (_saturation.Next is null ? _limit! : _saturation).Note(row);
        if (row is { Requests: > 0 }) _rates[row.RateAsked] = RateBreach.Find(row, _condition) is null;
    }

    /// <summary>Begins a further pass.</summary>
    public void BeginPass() => _left = [.. _rates.Keys];

    /// <summary>About how many jobs are left of a pass that has begun.</summary>
    public int Left(int pass)
    {
        if (pass > 1) return _left.Length;
        return NextRate(1) is null ? 0 : Math.Max(1, RatesExpected - _rates.Count);
    }

    /// <summary>About how many jobs a further pass will have.</summary>
    public int Expected => NextRate(1) is null ? _rates.Count : Math.Max(RatesExpected, _rates.Count);

    /// <summary>A job of a pass that stands for those that are left.</summary>
    public LoadJob Sample(int pass) => _template with { Repetition = pass };

    private double? NextRate(int pass)
    {
        if (pass > 1) return _left.Length > 0 ? _left[0] : null;
        return _saturation.Next ?? (_limit ??= BisectLimit())?.Next;
    }

    /// <summary>Between the highest rate that holds the condition and the next one that does not; null where there are no such two.</summary>
    private RateTrials? BisectLimit()
    {
        var held = _rates.LastOrDefault(rate => rate.Value).Key;
        var failed = _rates.FirstOrDefault(rate => rate.Key > held).Key;
        return held == 0 || failed == 0 ? null : new RateTrials(RateSearch.Between(held, failed, Precision), row => RateBreach.Find(row, _condition));
    }
}
