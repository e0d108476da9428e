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
    private static readonly string[] Titles = ["rank", "system", "client", "confirmed", "per second", "CPU a message", "mean", "p50", "p99", "p99.9", "max", "lost", "dup", "errors"];
    private static readonly string[] EffectTitles = ["effects", "missing", "double"];

    // The columns between the confirmation level and the remarks are figures.
    private const int FirstFigure = 4;

    /// <summary>The text, with columns padded so that it reads well as it is.</summary>
    public static string Create(BenchResults results)
    {
        var text = new StringBuilder();
        foreach (var ladder in results.Ladders ?? []) text.Append(CreateLadder(ladder));
        if (results.Overhead is { } overhead) text.Append(OverheadText.CreateMarkdown(overhead));
        text.Append(SweepText.CreateMarkdown(results));
        text.Append(ScalingText.CreateMarkdown(results));
        foreach (var group in LoadGroup.Of(results.WithoutSweep()))
        {
            text.Append("### ").AppendLine(group.Shape.Title).AppendLine();
            text.Append(group.Shape.Details).AppendLine().AppendLine();
            var withEffects = group.Series.Any(series => series.Rows.Any(row => row.Effects is not null));
            string[] titles = [.. Titles, .. withEffects ? EffectTitles : [], "remarks"];
            string[][] rows = [.. group.Series.SelectMany(series => series.Rows.Select(row => Cells(series, row, withEffects)))];
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

    private static string[] Cells(Series series, RunRow row, bool withEffects)
    {
        var (latency, ledger) = (row.LatencyMicroseconds, row.Ledger);
        var hasFigures = row.Requests > 0;
        return
        [
            row.Ranked && series.Rank is { } rank ? $"{rank}" : RowReasons.Label(row),
            row.Broker, row.Client, Figures.Name(row.Confirmation),
            hasFigures ? Figures.PerSecond(row.ThroughputPerSecond) : "-", Figures.Latency(VerdictFinder.CpuMicroseconds(row)),
            Figures.Latency(latency.Mean), Figures.Latency(latency.P50), Figures.Latency(latency.P99), Figures.Latency(latency.P999), Figures.Latency(latency.Max),
            Figures.Count(ledger.Lost), Figures.Count(ledger.Duplicated), Figures.Count(ledger.Errors),
            .. withEffects ? EffectCells(row.Effects) : [],
            string.Join("; ", RowReasons.Of(row)),
        ];
    }

    private static string[] EffectCells(EffectFigures? effects) => effects is null
        ? ["-", "-", "-"] : [Figures.Count(effects.Expected), Figures.Count(effects.Missing), Figures.Count(effects.Doubled)];
}
