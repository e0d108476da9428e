using System.Text;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Reporting.Verdicts;

namespace Genie.Benchmarks.Reporting.Terminal;

/// <summary>The last screen of a terminal, 24 lines of 80 columns: which system, how sure, and what else to do.</summary>
internal static class AnswerText
{
    /// <summary>The text; empty where nothing can be answered.</summary>
    public static string Create(BenchResults results)
    {
        var text = new StringBuilder();
        var verdicts = VerdictFinder.Find(results);
        foreach (var verdict in verdicts)
        {
            WrappedText.Append(text, $"{verdict.Use}: {verdict.Winner.Series.Name}, {verdict.Format(verdict.Winner.Interval.Median)}");
            WrappedText.Append(text, $"{verdict.Measured}; {verdict.Confidence}", indent: 2);
        }

        if (verdicts.Count > 0) text.AppendLine();
        WrappedText.Append(text, HowSure(results));
        if (results.Partial) text.AppendLine("Partial: the measurement was ended before its last run.");
        if (verdicts.Count > 0) WrappedText.Append(text, $"Next: ./genie bench {string.Join(' ', Best(verdicts))} measures the best alone, for longer; './genie bench --help' has your payload, rates and faults.");
        return text.ToString();
    }

    private static IEnumerable<string> Best(IReadOnlyList<UseVerdict> verdicts) => verdicts.Select(verdict => verdict.Winner.Series.Broker).Distinct();

    private static string HowSure(BenchResults results)
    {
        var series = LoadGroup.Of(results.WithoutSweep()).SelectMany(group => group.Series).ToList();
        List<string> doubts = [];
        Add(series.Count(each => each.Rows.Any(row => !row.Valid)), "invalid");
        Add(Marked(RowMarkKinds.NotSettled), "not settled");
        Add(Marked(RowMarkKinds.Suspect), "suspect");
        var repetitions = series.Count == 0 ? 0 : series.Min(each => each.Rows.Count);
        return $"How sure: {Figures.Count(series.Count)} rows, {(repetitions > 1 ? $"{repetitions} repetitions each" : "one repetition each")}; {(doubts.Count > 0 ? string.Join(", ", doubts) : "none in doubt")}. "
            + "Intervals hold for these processes on this machine.";

        int Marked(string kind) => series.Count(each => each.Has(kind));

        void Add(int count, string what)
        {
            if (count > 0) doubts.Add($"{Figures.Count(count)} {what}");
        }
    }
}
