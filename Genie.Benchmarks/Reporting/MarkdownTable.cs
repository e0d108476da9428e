using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace Genie.Benchmarks.Reporting;

/// <summary>A table as Markdown, with columns padded so that it reads well as it is.</summary>
public static partial class MarkdownTable
{
    /// <summary>The text of a table.</summary>
    /// <param name="titles">The columns' titles.</param>
    /// <param name="rows">The rows; null is an empty cell.</param>
    /// <param name="isFigure">Which columns are set to the right. Default: those whose every value is a number.</param>
    public static string Create(IReadOnlyList<string> titles, IReadOnlyList<IReadOnlyList<string?>> rows, Func<int, bool>? isFigure = null)
    {
        isFigure ??= column => rows.Count > 0 && rows.All(row => row[column] is not { } cell || double.TryParse(cell, CultureInfo.InvariantCulture, out _));
        var figures = titles.Select((_, column) => isFigure(column)).ToArray();
        var cells = rows.Prepend(titles).Select(row => row.Select(cell => Escape(cell ?? "")).ToArray()).ToArray();
        var widths = titles.Select((_, column) => Math.Max(1, cells.Max(row => row[column].Length))).ToArray();
        var text = new StringBuilder();
        AppendRow(text, cells[0], widths, figures);
        AppendRow(text, [.. widths.Select((width, column) => figures[column] ? new string('-', width - 1) + ":" : new string('-', width))], widths, figures);
        foreach (var row in cells.Skip(1)) AppendRow(text, row, widths, figures);
        return text.ToString();
    }

    /// <summary>Text that means nothing else in Markdown, in one line.</summary>
    public static string Escape(string text) =>
        TagBegin().Replace(text.Replace("|", @"\|", StringComparison.Ordinal), "&lt;").ReplaceLineEndings(" ");

    // A lone sign is none, and is read better as it is in a terminal.
    [GeneratedRegex("<(?=[A-Za-z/!?])")]
    private static partial Regex TagBegin();

    private static void AppendRow(StringBuilder text, string[] cells, int[] widths, bool[] figures)
    {
        for (var column = 0; column < cells.Length; column++)
            text.Append("| ").Append(figures[column] ? cells[column].PadLeft(widths[column]) : cells[column].PadRight(widths[column])).Append(' ');
        text.AppendLine("|");
    }
}
