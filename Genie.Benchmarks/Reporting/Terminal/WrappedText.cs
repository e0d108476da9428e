using System.Text;

namespace Genie.Benchmarks.Reporting.Terminal;

/// <summary>Text in lines that a terminal of 80 columns holds.</summary>
internal static class WrappedText
{
    /// <summary>The width of the narrowest terminal that is provided for, in characters.</summary>
    public const int Columns = 80;

    /// <summary>A line that is cut where a terminal ends.</summary>
    public static string Cut(string line) => line.Length <= Columns ? line : line[..(Columns - 1)] + "…";

    /// <summary>Appends lines broken between words; a longer word has a line of its own.</summary>
    /// <param name="output">Where to.</param>
    /// <param name="text">The text; line breaks in it count as spaces.</param>
    /// <param name="indent">Spaces ahead of each line.</param>
    /// <param name="hanging">Further spaces ahead of each line but the first.</param>
    public static void Append(StringBuilder output, string text, int indent = 0, int hanging = 0)
    {
        var (margin, column) = (indent, 0);
        foreach (var word in text.Split((char[])[' ', '\r', '\n'], StringSplitOptions.RemoveEmptyEntries))
        {
            if (column > 0 && column + 1 + word.Length > Columns)
            {
                output.AppendLine();
                (margin, column) = (indent + hanging, 0);
            }

            output.Append(' ', column == 0 ? margin : 1).Append(word);
            column += (column == 0 ? margin : 1) + word.Length;
        }

        output.AppendLine();
    }
}
