using System.Text;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Reporting.Scaling;
using Genie.Benchmarks.Reporting.Sweeps;
using Genie.Benchmarks.Reporting.Thresholds;
using Genie.Benchmarks.Reporting.Verdicts;

namespace Genie.Benchmarks.Reporting;

/// <summary>The report as Markdown: for the console's end and for pasting into a discussion.</summary>
public static class MarkdownReport
{
    private static readonly string[] Titles = ["rank", "system", "client", "confirmed", "per second", "interval", "CPU a message", "mean", "p50", "p99", "p99.9", "max", "lost", "dup", "errors"];
    private static readonly string[] ArrivedTitles = ["arrived a second"];
    private static readonly string[] EffectTitles = ["effects", "missing", "double"];

    // The columns between the confirmation level and the remarks are figures.
    private const int FirstFigure = 4;

    /// <summary>The text, with columns padded so that it reads well as it is.</summary>
    public static string Create(BenchResults results)
    {
        var text = new StringBuilder();
        foreach (var verdict in VerdictFinder.Find(results))
            text.Append("- **").Append(verdict.Use).Append("**: ").Append(verdict.Winner.Series.Name).Append(", ").Append(verdict.Format(verdict.Winner.Interval.Median)).Append(" (").Append(verdict.Measured).Append("; ").Append(verdict.Confidence).AppendLine(")");
        if (text.Length > 0) text.AppendLine();
        foreach (var ladder in results.Ladders ?? []) text.Append(CreateLadder(ladder));
        if (results.Overhead is { } overhead) text.Append(OverheadText.CreateMarkdown(overhead));
        text.Append(SweepText.CreateMarkdown(results));
        text.Append(ScalingText.CreateMarkdown(results));
        foreach (var group in LoadGroup.Of(results.WithoutSweep()))
        {
            text.Append("### ").AppendLine(group.Shape.Title).AppendLine();
            text.Append(group.Shape.Details).AppendLine().AppendLine();
            var withEffects = group.Series.Any(series => series.Effects is not null);
            var shared = group.SharedReasons;
            foreach (var reason in shared) text.Append("All rows: ").AppendLine(reason).AppendLine();
            string[] titles = [.. Titles, .. group.Shape.Mode == RunMode.FireAndForget ? ArrivedTitles : [], .. withEffects ? EffectTitles : [], "remarks"];
            string[][] rows = [.. group.Series.Select(series => Cells(series, withEffects, shared))];
            text.Append(MarkdownTable.Create(titles, rows, column => column >= FirstFigure && column < titles.Length - 1));
            text.AppendLine();
        }

        text.Append(ThresholdTable.CreateMarkdown(results));
        if (results.Partial) text.AppendLine("**Partial: the measurement was ended before its last run.**").AppendLine();
        foreach (var remark in results.Remarks) text.Append("- ").AppendLine(MarkdownTable.Escape(remark));
        return text.ToString();
    }

    /// <summary>An overhead ladder as a table.</summary>
    internal static string CreateLadder(LadderFigures ladder)
    {
        string[][] rows = [.. ladder.Steps.Select(step => (string[])[step.Name, step.Client, Figures.Three(step.AddedMicroseconds), Figures.Three(step.P50Microseconds), Figures.Three(step.MeanMicroseconds), Figures.Three(step.P99Microseconds)])];
        var table = MarkdownTable.Create(["step", "client", "adds, us", "p50, us", "mean, us", "p99, us"], rows, column => column > 1);
        return $"### Overhead ladder of {ladder.Broker}{Environment.NewLine}{Environment.NewLine}{table}{Environment.NewLine}";
    }

    private static string[] Cells(Series series, bool withEffects, IReadOnlyList<string> shared)
    {
        // Of repetitions the one in the middle stands for all; what was lost is of all.
        var (row, ledger) = (series.Median, series.Ledger);
        var latency = row.LatencyMicroseconds;
        return
        [
            RowReasons.Rank(series),
            row.Broker, row.Client, Figures.Name(row.Confirmation),
            series.HasFigures ? Figures.PerSecond(series.Throughput.Median) : "-", Figures.Spread(series.Throughput),
            Figures.Latency(VerdictFinder.CpuMicroseconds(row)),
            Figures.Latency(latency.Mean), Figures.Latency(latency.P50), Figures.Latency(latency.P99), Figures.Latency(latency.P999), Figures.Latency(latency.Max),
            Figures.Count(ledger.Lost), Figures.Count(ledger.Duplicated), Figures.Count(ledger.Errors),
            .. row.Mode == RunMode.FireAndForget ? [series.HasFigures ? Figures.PerSecond(series.Arrived.Median) : "-"] : (string[])[],
            .. withEffects ? EffectCells(series.Effects) : [],
            string.Join("; ", series.Reasons.Except(shared)),
        ];
    }

    private static string[] EffectCells(EffectFigures? effects) => effects is null
        ? ["-", "-", "-"] : [Figures.Count(effects.Expected), Figures.Count(effects.Missing), Figures.Count(effects.Doubled)];
}
