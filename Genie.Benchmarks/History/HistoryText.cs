using System.Globalization;
using System.Text;
using Genie.Benchmarks.Reporting.SideBySide;
using MathNet.Numerics.Statistics;

namespace Genie.Benchmarks.History;

/// <summary>Trends for the terminal, in 80 columns.</summary>
internal static class HistoryText
{
    private const int SparkMax = 40;
    private const string Sparks = "▁▂▃▄▅▆▇█";

    /// <summary>The text.</summary>
    public static string Create(IReadOnlyList<HistoryTrend> trends)
    {
        var text = new StringBuilder();
        foreach (var machine in trends.GroupBy(trend => trend.Series.Key.Machine))
        {
            text.Append("On ").AppendLine(machine.Key).AppendLine();
            foreach (var series in machine.GroupBy(trend => trend.Series))
            {
                text.AppendLine(series.Key.Key.Name).Append("  ").AppendLine(series.Key.Key.Load.Details);
                foreach (var trend in series) Append(text, trend);
                text.AppendLine();
            }
        }

        return text.ToString();
    }

    /// <summary>A change in words: <c>2026-11-24 0123abcd: 9,870/s to 12,300/s, better by 24.6 %</c>.</summary>
    public static string Words(HistoryTrend trend, HistoryChange change)
    {
        var isBetter = change.Ratio > 1 == trend.Measure.HigherIsBetter;
        return $"{trend.Points[change.Index].Name}: {SideBySideText.Value(trend.Measure, change.Before)} to {SideBySideText.Value(trend.Measure, change.After)}, {(isBetter ? "better" : "worse")} by {SideBySideText.Change(change.Ratio)}";
    }

    /// <summary>What one more measurement could show: <c>4.1 %</c>.</summary>
    public static string Smallest(HistoryTrend trend) =>
        trend.SmallestChange is { } share ? $"one more could show a change of {SideBySideText.Percent(Math.Round(share, 3))}" : "too few to tell how it varies";

    private static void Append(StringBuilder text, HistoryTrend trend)
    {
        var value = SideBySideText.Value(trend.Measure, trend.Current.Median());
        text.AppendLine(CultureInfo.InvariantCulture, $"  {trend.Measure.Name,-10} {Spark(trend.Values)}  {value}");
        text.AppendLine(CultureInfo.InvariantCulture, $"             {trend.Values.Count} run{(trend.Values.Count == 1 ? "" : "s")}; {Smallest(trend)}");
        foreach (var change in trend.Changes) text.Append("    ").AppendLine(Words(trend, change));
    }

    private static string Spark(IReadOnlyList<double> values)
    {
        double[] shown = [.. values.TakeLast(SparkMax)];
        var (low, high) = (shown.Min(), shown.Max());
        return string.Concat(shown.Select(value => Sparks[high > low ? (int)Math.Round((value - low) / (high - low) * (Sparks.Length - 1)) : Sparks.Length / 2]));
    }
}
