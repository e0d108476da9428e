using System.Globalization;
using System.Text;

namespace Genie.Benchmarks.Reporting.Export;

/// <summary>Comma-separated values (RFC 4180).</summary>
internal static class Csv
{
    private const string LineEnd = "\r\n";
    private static readonly char[] Quoted = ['"', ',', '\r', '\n'];

    // Spreadsheets take what begins with one of these for a formula.
    private static readonly char[] Formula = ['=', '+', '-', '@', '\t'];

    /// <summary>The text: a line of titles, and a line for each row.</summary>
    public static string Create(IEnumerable<string> titles, IEnumerable<IEnumerable<string>> rows)
    {
        var text = new StringBuilder();
        foreach (var row in rows.Prepend(titles)) text.AppendJoin(',', row.Select(Escape)).Append(LineEnd);
        return text.ToString();
    }

    /// <summary>A number, with a point and all its digits.</summary>
    public static string Of(double value) => value.ToString(CultureInfo.InvariantCulture);

    /// <summary><c>true</c> or <c>false</c>.</summary>
    public static string Of(bool value) => value ? "true" : "false";

    private static string Escape(string cell)
    {
        var text = cell.Length > 0 && Formula.Contains(cell[0]) && !double.TryParse(cell, CultureInfo.InvariantCulture, out _) ? "'" + cell : cell;
        return text.IndexOfAny(Quoted) < 0 ? text : $"\"{text.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";
    }
}
