using System.Text;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting;

/// <summary>The report as Markdown: for the console's end and for pasting into a discussion.</summary>
public static class MarkdownReport
{
    private static readonly string[] Titles = ["rank", "system", "client", "confirmed", "per second", "mean", "p50", "p99", "p99.9", "max", "lost", "dup", "errors", "remarks"];

    // The columns between the confirmation level and the remarks are figures.
    private const int FirstFigure = 4;

    /// <summary>The text, with columns padded so that it reads well as it is.</summary>
    public static string Create(BenchResults results)
    {
        var text = new StringBuilder();
        foreach (var group in LoadGroup.Of(results))
        {
            text.Append("### ").AppendLine(group.Shape.Title).AppendLine();
            text.Append(group.Shape.Details).AppendLine().AppendLine();
            text.Append(MarkdownTable.Create(Titles, [.. group.Series.SelectMany(series => series.Rows.Select(row => Cells(series, row)))], IsFigure));
            text.AppendLine();
        }

        if (results.Partial) text.AppendLine("**Partial: the measurement was ended before its last run.**").AppendLine();
        foreach (var remark in results.Remarks) text.Append("- ").AppendLine(MarkdownTable.Escape(remark));
        return text.ToString();
    }

    private static string[] Cells(Series series, RunRow row)
    {
        var (latency, ledger) = (row.LatencyMicroseconds, row.Ledger);
        var hasFigures = row.Requests > 0;
        return
        [
            row.Ranked && series.Rank is { } rank ? $"{rank}" : RowReasons.Label(row),
            row.Broker, row.Client, Figures.Name(row.Confirmation),
            hasFigures ? Figures.PerSecond(row.ThroughputPerSecond) : "-",
            Figures.Latency(latency.Mean), Figures.Latency(latency.P50), Figures.Latency(latency.P99), Figures.Latency(latency.P999), Figures.Latency(latency.Max),
            Figures.Count(ledger.Lost), Figures.Count(ledger.Duplicated), Figures.Count(ledger.Errors),
            string.Join("; ", RowReasons.Of(row)),
        ];
    }

    private static bool IsFigure(int column) => column >= FirstFigure && column < Titles.Length - 1;
}
