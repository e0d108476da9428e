using System.Text;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Reporting.Sweeps;
using Genie.Benchmarks.Reporting.Verdicts;

namespace Genie.Benchmarks.Reporting.Terminal;

/// <summary>The report for people at a terminal of 80 columns: a line for each system in each load, and on the last screen the answer. All figures are in the HTML and in the JSON.</summary>
internal static class TerminalReport
{
    private const int ReasonIndent = 5;

    /// <summary>The text.</summary>
    public static string Create(BenchResults results)
    {
        var text = new StringBuilder();
        foreach (var ladder in results.Ladders ?? []) text.AppendLine(MarkdownReport.CreateLadder(ladder));
        if (results.Overhead is { } overhead) AppendOverhead(text, overhead);
        AppendSweep(text, results);
        foreach (var group in LoadGroup.Of(results.WithoutSweep())) AppendGroup(text, group);
        AppendThresholds(text, results);
        foreach (var remark in results.Remarks) WrappedText.Append(text, $"- {remark}", hanging: 2);
        if (results.Remarks.Count > 0) text.AppendLine();
        text.Append(AnswerText.Create(results));
        return text.ToString();
    }

    private static void AppendOverhead(StringBuilder text, OverheadFigures overhead)
    {
        text.AppendLine(OverheadText.Title).AppendLine().AppendLine(OverheadText.Table(overhead));
        foreach (var line in OverheadText.Missing(overhead)) WrappedText.Append(text, $"- {line}", hanging: 2);
        WrappedText.Append(text, OverheadText.Verdict(overhead));
        text.AppendLine();
    }

    private static void AppendSweep(StringBuilder text, BenchResults results)
    {
        if (results.Sweep is not { } sweep) return;
        foreach (var shape in SweepCurve.Of(results).GroupBy(curve => curve.Shape))
        {
            WrappedText.Append(text, $"{SweepText.Title(shape.Key)}: {shape.Key.Details}");
            text.AppendLine(SweepLine("#", "system", $"{sweep.Condition}", "interval", "held"));
            foreach (var cells in SweepText.Summary([.. shape], sweep.Condition))
            {
                text.AppendLine(SweepLine(cells[0], $"{cells[1]} ({cells[2]})", cells[3], cells[4], cells[5]));
                WrappedText.Append(text, $"stopped by {cells[6]}", ReasonIndent);
            }

            text.AppendLine();
        }

        WrappedText.Append(text, SweepText.Control(sweep));
        text.AppendLine();
    }

    private static void AppendGroup(StringBuilder text, LoadGroup group)
    {
        WrappedText.Append(text, $"{group.Shape.Title}: {group.Shape.Details}");
        var shared = group.SharedReasons;
        foreach (var reason in shared) WrappedText.Append(text, $"all: {reason}", indent: 2, hanging: 2);
        var unsettled = group.Series.Where(series => series.Has(RowMarkKinds.NotSettled)).ToList();
        if (unsettled.Count * 2 > group.Series.Count)
        {
            text.AppendLine($"  {unsettled.Count} of {group.Series.Count} had not settled; the report has each row's reason");
            shared = [.. shared, .. unsettled.SelectMany(series => series.ReasonsOf(RowMarkKinds.NotSettled))];
        }

        foreach (var level in group.Levels)
        {
            text.AppendLine(Line("#", $"{Figures.Name(level.Key)}", group.Shape.Mode == RunMode.FireAndForget ? "arrived/s" : "a second", "", "p50", "p99", "CPU", "lost"));
            foreach (var series in level) AppendSeries(text, series, shared);
        }

        text.AppendLine();
    }

    private static void AppendSeries(StringBuilder text, Series series, IReadOnlyList<string> shared)
    {
        var (row, ledger) = (series.Median, series.Ledger);
        var rank = series.Rank is { } number ? $"{number}" : "-";
        var rate = row.Mode == RunMode.FireAndForget ? series.Arrived : series.Throughput;
        text.AppendLine(!series.HasFigures ? Line(rank, series.Name, "-", "-", "-", "-", "-", "-") : Line(
            rank, series.Name, Figures.PerSecond(rate.Median), Figures.Spread(rate), Figures.Latency(row.LatencyMicroseconds.P50), Figures.Latency(row.LatencyMicroseconds.P99),
            Figures.Latency(VerdictFinder.CpuMicroseconds(row)), Figures.Count(ledger.Lost)));
        var unranked = series.Rows.FirstOrDefault(each => !each.Ranked);
        if (unranked is { Valid: false }) WrappedText.Append(text, $"{RowReasons.Label(unranked)}: {string.Join("; ", RowReasons.Of(unranked))}", ReasonIndent);
        else if (unranked is not null) text.Append(' ', ReasonIndent).AppendLine(RowReasons.Label(unranked));
        else foreach (var reason in series.Reasons.Except(shared)) text.AppendLine(WrappedText.Cut($"{new string(' ', ReasonIndent)}{reason}"));
        var faults = string.Join(", ", new (string Name, long Count)[]
        {
            ("duplicated", ledger.Duplicated), ("corrupted", ledger.Corrupted), ("misrouted", ledger.Misrouted),
            ("errors", ledger.Errors), ("effects missing", series.Effects?.Missing ?? 0), ("effects double", series.Effects?.Doubled ?? 0),
        }.Where(fault => fault.Count > 0).Select(fault => $"{fault.Name} {Figures.Count(fault.Count)}"));
        if (faults.Length > 0) WrappedText.Append(text, faults, ReasonIndent);
    }

    private static void AppendThresholds(StringBuilder text, BenchResults results)
    {
        var verdicts = results.Runs.SelectMany(row => (row.Thresholds ?? []).Select(verdict => (row, verdict))).ToList();
        if (verdicts.Count == 0) return;
        text.AppendLine($"Thresholds: {verdicts.Count(each => each.verdict.Held)} of {verdicts.Count} held");
        foreach (var (row, verdict) in verdicts.Where(each => !each.verdict.Held))
            WrappedText.Append(text, $"{verdict.Condition}: {Figures.Name(row)}, {Figures.Name(row.Confirmation)}: {string.Join("; ", verdict.Breaches)}", indent: 2, hanging: 2);
        text.AppendLine();
    }

    private static string Line(string rank, string system, string perSecond, string spread, string p50, string p99, string cpu, string lost) =>
        $"{rank,3}  {system,-21} {perSecond,10} {spread,6}  {p50,7}  {p99,7}  {cpu,7} {lost,7}".TrimEnd();

    private static string SweepLine(string rank, string system, string most, string interval, string held) =>
        $"{rank,3}  {system,-22} {most,11}  {interval,24}  {held,11}".TrimEnd();
}
