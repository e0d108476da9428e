using System.Text;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting;

/// <summary>The report as Markdown: for the console's end and for pasting into a discussion.</summary>
public static class MarkdownReport
{
    private static readonly string[] Titles = ["rank", "system", "client", "confirmed", "per second", "mean", "p50", "p99", "p99.9", "max", "lost", "dup", "errors"];
    private static readonly string[] EffectTitles = ["effects", "missing", "double"];

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
            var withEffects = group.Series.Any(series => series.Rows.Any(row => row.Effects is not null));
            AppendTable(text, [[.. Titles, .. withEffects ? EffectTitles : [], "remarks"], .. group.Series.SelectMany(series => series.Rows.Select(row => Cells(series, row, withEffects)))]);
            text.AppendLine();
        }

        if (results.Partial) text.AppendLine("**Partial: the measurement was ended before its last run.**").AppendLine();
        foreach (var remark in results.Remarks) text.Append("- ").AppendLine(Escape(remark));
        return text.ToString();
    }

    private static string[] Cells(Series series, RunRow row, bool withEffects)
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
            .. withEffects ? EffectCells(row.Effects) : [],
            string.Join("; ", RowReasons.Of(row)),
        ];
    }

    private static string[] EffectCells(EffectFigures? effects) => effects is null
        ? ["-", "-", "-"] : [Figures.Count(effects.Expected), Figures.Count(effects.Missing), Figures.Count(effects.Doubled)];

    private static void AppendTable(StringBuilder text, string[][] rows)
    {
        var cells = rows.Select(row => row.Select(Escape).ToArray()).ToArray();
        var widths = cells[0].Select((_, column) => cells.Max(row => row[column].Length)).ToArray();
        AppendRow(text, cells[0], widths);
        AppendRow(text, [.. widths.Select((width, column) => IsFigure(column, widths.Length) ? new string('-', width - 1) + ":" : new string('-', width))], widths);
        foreach (var row in cells.Skip(1)) AppendRow(text, row, widths);
    }

    private static void AppendRow(StringBuilder text, string[] cells, int[] widths)
    {
        for (var column = 0; column < cells.Length; column++)
            text.Append("| ").Append(IsFigure(column, cells.Length) ? cells[column].PadLeft(widths[column]) : cells[column].PadRight(widths[column])).Append(' ');
        text.AppendLine("|");
    }

    private static bool IsFigure(int column, int columns) => column >= FirstFigure && column < columns - 1;

    private static string Escape(string text) =>
        text.Replace("|", @"\|", StringComparison.Ordinal).Replace("<", "&lt;", StringComparison.Ordinal).ReplaceLineEndings(" ");
}
