using System.Globalization;
using System.Text;

namespace Genie.Datagrams.Packets.Generators;

/// <summary>How a value is written, as a text: two values with the same text are written alike, but for the members of packets.</summary>
internal static class ValueText
{
    private const ulong Offset = 0xcbf29ce484222325;
    private const ulong Prime = 0x100000001b3;

    public static string Of(ValueModel value)
    {
        var text = value.Kind switch
        {
            ValueKind.Integer => $"[{Text(value.Min)}..{Text(value.Max)}]",
            ValueKind.Enum => $"enum[{Text(value.Min)}..{Text(value.Max)}|{string.Join(",", value.Declared.Select(Text))}|{(value.Flags is { } flags ? Text(flags) : "")}]",
            ValueKind.Quantized => $"[{Literals.Of(value.From)}..{Literals.Of(value.To)}/{value.Steps}]",
            ValueKind.Text => $"text[{value.Limit}]",
            ValueKind.Packet => "packet",
            ValueKind.Own => $"by {value.Serializer}",
            ValueKind.List => $"list[{value.Limit}]({Of(value.Element!)})",
            _ => value.Kind.ToString(),
        };
        return value.IsOptional ? text + "?" : text;
    }

    /// <summary>The fingerprint of a text and of the packets among values, as a C# expression.</summary>
    public static string Fingerprint(string text, IEnumerable<ValueModel> values) => values.Select(value => value.Innermost).Where(value => value.Kind == ValueKind.Packet).Aggregate(
        $"0x{Hash(text):x16}UL", (expression, packet) => $"{Literals.Content}.Combine({expression}, {Literals.Content}.Fingerprint<{packet.Type}>())");

    /// <summary>FNV-1a with 64 bits of the text in UTF-8: the same with every compiler and on every machine.</summary>
    public static ulong Hash(string text) => Encoding.UTF8.GetBytes(text).Aggregate(Offset, (hash, one) => unchecked((hash ^ one) * Prime));

    private static string Text(decimal value) => value.ToString(CultureInfo.InvariantCulture);
}
