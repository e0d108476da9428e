using Genie.Benchmarks.Measurement.Statistics;
using Genie.Benchmarks.Reporting.Comparison;

namespace Genie.Benchmarks.Reporting.Verdicts;

/// <summary>Which system is best for one use.</summary>
/// <param name="Use">The use: <c>Lowest latency</c>.</param>
/// <param name="Measured">What was compared, in a few words.</param>
/// <param name="Format">Writes a value with its unit.</param>
/// <param name="IsHigherBetter">Whether the higher value wins.</param>
/// <param name="Contenders">The systems that were compared, the best first; never empty.</param>
internal sealed record UseVerdict(string Use, string Measured, Func<double, string> Format, bool IsHigherBetter, IReadOnlyList<Contender> Contenders)
{
    // All of them stand in the tables, with their intervals.
    private const int TiedNamedMax = 3;

    /// <summary>The best.</summary>
    public Contender Winner => Contenders[0];

    /// <summary>Those that may be as good as the winner, as far as the intervals tell, and those that have none; empty where the winner has none.</summary>
    public IEnumerable<Contender> Tied => Winner.Interval.Confidence == 0
        ? [] : Contenders.Skip(1).Where(other => other.Interval.Confidence == 0 || other.Interval.Overlaps(Winner.Interval));

    /// <summary>The rank of each of <see cref="Contenders"/>; those that cannot be told apart share one.</summary>
    public IReadOnlyList<int> Ranks => Comparison.Ranks.Of([.. Contenders.Select(contender => contender.Interval)]);

    /// <summary>The interval and what it is worth, or why there is none.</summary>
    public string Confidence
    {
        get
        {
            var (interval, repetitions) = (Winner.Interval, Winner.Series.Rows.Count);
            if (interval.Confidence == 0) return "one repetition: no interval (--repeat 6 gives one of 95 %)";
            var tied = Tied.Select(other => other.Series.Name).ToList();
            var others = string.Join(", ", tied.Take(TiedNamedMax)) + (tied.Count > TiedNamedMax ? $" and {tied.Count - TiedNamedMax} more" : "");
            return FormattableString.Invariant($"{Format(interval.Low)} to {Format(interval.High)} with {interval.Confidence:P0} confidence, {repetitions} repetitions; ")
                + (others.Length > 0 ? $"tied with {others}" : "ahead of all others");
        }
    }
}

/// <summary>One system in a comparison.</summary>
/// <param name="Series">Its repetitions of one load.</param>
/// <param name="Interval">Of the value that is compared.</param>
internal sealed record Contender(Series Series, MedianInterval Interval);
