using System.Text;
using Genie.Benchmarks.Load.Limits;
using Genie.Benchmarks.Measurement.Statistics;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Reporting.Verdicts;

namespace Genie.Benchmarks.Reporting.Sweeps;

/// <summary>Sweeps as readers see them, the same words and cells in every format.</summary>
internal static class SweepText
{
    /// <summary>The columns of <see cref="Summary"/>; from the fourth on they are figures.</summary>
    public static IReadOnlyList<string> SummaryTitles(string condition) =>
        ["rank", "system", "client", $"most at {condition}", "interval", "highest rate held", "stopped by"];

    /// <summary>The columns of <see cref="Points"/>, all figures but the last.</summary>
    public static IReadOnlyList<string> PointTitles { get; } = ["asked", "reached", "interval", "p50", "interval", "p99", "interval", "repetitions", "held"];

    /// <summary>A heading: <c>Latency under load, 8 connections</c>.</summary>
    public static string Title(LoadShape shape) => $"Latency under load, {Figures.Count(shape.Connections)} connection{(shape.Connections == 1 ? "" : "s")}";

    /// <summary>A line for each curve, the most throughput at the condition first; those that share a rank cannot be told apart.</summary>
    public static IReadOnlyList<IReadOnlyList<string>> Summary(IReadOnlyList<SweepCurve> curves, string condition)
    {
        var limit = LimitCondition.Parse(condition);
        var ranked = SweepVerdicts.Ranked(curves, limit);
        var ranks = Ranks.Of([.. ranked.Select(contender => contender.Interval)]);
        return
        [
            .. ranked.Select((contender, i) => Cells($"{ranks[i]}", curves.First(curve => curve.Series.Name == contender.Series.Name), contender.Interval)),
            .. curves.Where(curve => ranked.All(contender => contender.Series.Name != curve.Series.Name)).Select(curve => Cells(Label(curve), curve, curve.Most(limit)?.Interval)),
        ];
    }

    /// <summary>A line for each rate of a curve.</summary>
    public static IReadOnlyList<IReadOnlyList<string>> Points(SweepCurve curve) => [.. curve.Points.Select(Cells)];

    /// <summary>What the control showed: <c>Control: loopback 21.3 µs (20.9 µs to 22.0 µs), none 8.10 µs (8.00 µs to 8.20 µs), medians over 45 rounds; it did not move.</c></summary>
    public static string Control(SweepFigures sweep)
    {
        var read = ControlRules.References.Select(reference => (reference.Name, Values: sweep.Control.Select(reference.Of).OfType<double>().ToArray())).Where(reference => reference.Values.Length > 0)
            .Select(reference => (reference.Name, Interval: MedianInterval.Of(reference.Values)))
            .Select(reference => $"{reference.Name} {Figures.Latency(reference.Interval.Median)} ({Interval(reference.Interval, Figures.Latency)})").ToArray();
        return read.Length == 0 ? "No control could be measured." : $"Control: {string.Join(", ", read)}, medians over {sweep.Control.Count} rounds; it {(sweep.ControlMoves is null ? "did not move" : "moved, and rows of those rounds are left out")}.";
    }

    /// <summary>All curves and their summaries as Markdown; empty where there was no sweep.</summary>
    public static string CreateMarkdown(BenchResults results)
    {
        if (results.Sweep is not { } sweep) return "";
        var text = new StringBuilder();
        foreach (var shape in SweepCurve.Of(results).GroupBy(curve => curve.Shape))
        {
            text.Append("### ").AppendLine(Title(shape.Key)).AppendLine().AppendLine(shape.Key.Details).AppendLine();
            text.AppendLine(MarkdownTable.Create(SummaryTitles(sweep.Condition), Summary([.. shape], sweep.Condition), IsFigure));
        }

        return text.Append(Control(sweep)).AppendLine().AppendLine().ToString();
    }

    /// <summary>True for the columns of <see cref="Summary"/> that are figures.</summary>
    public static bool IsFigure(int column) => column is >= 3 and <= 5;

    private static IReadOnlyList<string> Cells(string rank, SweepCurve curve, MedianInterval? most) =>
    [
        rank, curve.All[0].Broker, curve.All[0].Client,
        most is { } interval ? PerSecond(interval.Median) : "-", most is { } around ? Interval(around, PerSecond) : "-",
        curve.Highest is { } highest ? PerSecond(highest.RateAsked) : "-",
        curve.Beyond is { Breach: { } breach } beyond ? $"{PerSecond(beyond.RateAsked)}: {breach}" : "nothing, it was ended before",
    ];

    private static IReadOnlyList<string> Cells(SweepPoint point)
    {
        var held = point.Breach is null ? "yes" : $"no: {point.Breach}";
        return point.Rows.Count == 0 ? [PerSecond(point.RateAsked), "-", "-", "-", "-", "-", "-", "0", held] :
        [
            PerSecond(point.RateAsked), PerSecond(point.Throughput.Median), Interval(point.Throughput, PerSecond), Figures.Latency(point.P50.Median), Interval(point.P50, Figures.Latency),
            Figures.Latency(point.P99.Median), Interval(point.P99, Figures.Latency), $"{point.Rows.Count}", held,
        ];
    }

    private static string Label(SweepCurve curve)
    {
        var left = curve.All.FirstOrDefault(row => !row.Ranked);
        if (left is not null && (curve.Series.IsBaseline || !curve.Series.HasFigures)) return RowReasons.Label(left);
        return left is not null && left.Valid ? RowReasons.Label(left) : "holds none";
    }

    private static string Interval(MedianInterval interval, Func<double, string> format) => interval.Confidence == 0 ? "-" : $"{format(interval.Low)} to {format(interval.High)}";

    private static string PerSecond(double value) => $"{Figures.PerSecond(value)}/s";
}
