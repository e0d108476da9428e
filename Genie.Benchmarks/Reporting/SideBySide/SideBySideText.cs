using System.Globalization;
using System.Text;
using Genie.Benchmarks.Reporting.Comparison;
using MathNet.Numerics.Statistics;

namespace Genie.Benchmarks.Reporting.SideBySide;

/// <summary>A comparison as Markdown, and its figures as words.</summary>
internal static class SideBySideText
{
    private const double TimesMin = 2;
    private static readonly string[] Titles = ["measure", "A", "B", "B / A", "interval", "p", "Cliff's delta", "verdict"];

    /// <summary>The text for the console.</summary>
    public static string Create(SideBySideResults results)
    {
        var text = new StringBuilder();
        text.AppendLine(CultureInfo.InvariantCulture, $"A: {results.NameA}").AppendLine().AppendLine(CultureInfo.InvariantCulture, $"B: {results.NameB}").AppendLine();
        foreach (var pair in results.Pairs)
        {
            text.Append("### ").AppendLine(pair.Pair.Name).AppendLine().AppendLine(pair.Pair.Load).AppendLine();
            text.Append(MarkdownTable.Create(Titles, [.. pair.Measures.Select(Cells)], column => column is > 0 and < 7)).AppendLine();
            foreach (var doubt in pair.Doubts) text.Append("- ").AppendLine(MarkdownTable.Escape(doubt));
        }

        foreach (var note in Notes(results)) text.Append("- ").AppendLine(MarkdownTable.Escape(note));
        return text.ToString();
    }

    /// <summary>What holds of the whole comparison.</summary>
    public static IEnumerable<string> Notes(SideBySideResults results)
    {
        if (results.Pairs.Any(pair => pair.Measures.Any(measure => measure.Verdict == Verdict.TooFewRepeats)))
            yield return $"Too few repeats: {results.Tests} tests at {Percent(results.Confidence)} together need {results.RepeatsNeeded} repetitions a side before anything can be shown (--repeat).";
        if (results.A.Machine != results.B.Machine) yield return "A and B were measured on different machines: a difference may be the machines'.";
        foreach (var name in results.OnlyInA) yield return $"Only in A: {name}";
        foreach (var name in results.OnlyInB) yield return $"Only in B: {name}";
    }

    /// <summary>The cells of one measure.</summary>
    public static string[] Cells(MeasureComparison comparison) =>
    [
        comparison.Measure.Name, Value(comparison.Measure, comparison.A.Median()), Value(comparison.Measure, comparison.B.Median()),
        Ratio(comparison.Ratio.Ratio), Interval(comparison), Probability(comparison.Test.TwoSided),
        comparison.Delta.ToString("+0.00;-0.00;0.00", CultureInfo.InvariantCulture), Words(comparison),
    ];

    /// <summary>A value with its unit.</summary>
    public static string Value(Measure measure, double value) => measure.HigherIsBetter ? $"{Figures.PerSecond(value)}/s" : Figures.Latency(value);

    /// <summary>The verdict in words: <c>B is better by 8.1 %</c>.</summary>
    public static string Words(MeasureComparison comparison) => comparison.Verdict switch
    {
        Verdict.Better => $"B is better by {Change(comparison.Ratio.Ratio)}",
        Verdict.Worse => $"B is worse by {Change(comparison.Ratio.Ratio)}",
        Verdict.NoDifferenceShown => "no difference shown",
        _ => "too few repeats",
    };

    /// <summary>A ratio.</summary>
    public static string Ratio(double ratio) => ratio.ToString("0.000", CultureInfo.InvariantCulture);

    /// <summary>A probability or confidence as per cent.</summary>
    public static string Percent(double share) => (share * 100).ToString("0.##", CultureInfo.InvariantCulture) + " %";

    private static string Interval(MeasureComparison comparison) =>
        comparison.Ratio.IsBounded ? $"{Ratio(comparison.Ratio.Low)} to {Ratio(comparison.Ratio.High)}" : "unbounded";

    private static string Probability(double p) => p < 0.0001 ? "< 0.0001" : p.ToString("0.0000", CultureInfo.InvariantCulture);

    /// <summary>Per cent as long as they say something; then how many times as much or as little.</summary>
    public static string Change(double ratio)
    {
        var times = Math.Max(ratio, 1 / ratio);
        return times < TimesMin
            ? (Math.Abs(ratio - 1) * 100).ToString("0.0", CultureInfo.InvariantCulture) + " %"
            : $"a factor of {times.ToString(times < 10 ? "0.0" : "0", CultureInfo.InvariantCulture)}";
    }
}
