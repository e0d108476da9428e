using System.Globalization;

namespace Genie.Datagrams.Packets.Generators;

/// <summary>Names and constants as C# has them.</summary>
internal static class Literals
{
    public const string Library = "global::Genie.Datagrams.Packets.";
    public const string Content = Library + "PacketContent";
    public const string Error = Library + "PacketError";

    public static string Of(double value) => value.ToString("G17", CultureInfo.InvariantCulture) + "D";

    public static string Of(decimal value, bool isUnsigned) => value.ToString(CultureInfo.InvariantCulture) + (isUnsigned ? "UL" : "L");

    /// <summary>The bits of a number from zero to this one.</summary>
    public static int BitsOf(decimal greatest)
    {
        var bits = 0;
        for (var left = (ulong)greatest; left != 0; left >>= 1) bits++;
        return bits;
    }

    /// <summary>A text within an XML comment, on one line.</summary>
    public static string Comment(string text) => new System.Xml.Linq.XText(string.Join(" ", text.Split(['\r', '\n', '\t', '\u0085', '\u2028', '\u2029'], StringSplitOptions.RemoveEmptyEntries))).ToString();
}
