namespace Genie.Datagrams.Packets.Generators;

/// <summary>Writes expressions that say whether two values are written with the same bits.</summary>
internal static class ValueComparer
{
    /// <param name="code">Gives names.</param>
    /// <param name="value">How they are written.</param>
    /// <param name="one">The value.</param>
    /// <param name="other">The baseline's.</param>
    /// <param name="listHelper">The method that compares lists.</param>
    public static string AreSame(CodeText code, ValueModel value, string one, string other, string listHelper)
    {
        if (value.Kind == ValueKind.List) return $"{listHelper}({one}, {other})";
        if (!value.IsOptional) return ArePresentSame(value, one, other);
        var (present, known) = (code.Name("value"), code.Name("baseline"));
        return $"({one} is {{ }} {present} ? {other} is {{ }} {known} && {ArePresentSame(value, present, known)} : {other} is null)";
    }

    /// <summary>The method that compares the lists of a member.</summary>
    public static void WriteListHelper(CodeText code, ValueModel value, string name)
    {
        var count = value.HasLength ? "Length" : "Count";
        code.Line("");
        code.Open($"private static bool {name}({value.Type}? list, {value.Type}? baseline)");
        code.Line("if (list is null || baseline is null || ReferenceEquals(list, baseline)) return ReferenceEquals(list, baseline);");
        code.Line($"if (list.{count} != baseline.{count}) return false;");
        code.Open($"for (var i = 0; i < list.{count}; i++)");
        code.Line($"if (!{Parenthesized(AreSame(code, value.Element!, "list[i]", "baseline[i]", ""))}) return false;");
        code.Close();
        code.Line("");
        code.Line("return true;");
        code.Close();
    }

    private static string Parenthesized(string expression) => $"({expression})";

    private static string ArePresentSame(ValueModel value, string one, string other) => value.Kind switch
    {
        ValueKind.Boolean or ValueKind.Integer or ValueKind.Enum => $"{one} == {other}",
        ValueKind.Single => $"global::System.BitConverter.SingleToUInt32Bits({one}) == global::System.BitConverter.SingleToUInt32Bits({other})",
        ValueKind.Double => $"global::System.BitConverter.DoubleToUInt64Bits({one}) == global::System.BitConverter.DoubleToUInt64Bits({other})",
        ValueKind.Quantized => $"{Literals.Content}.AreSame({one}, {other}, {Literals.Of(value.From)}, {Literals.Of(value.To)}, {value.Steps}UL)",
        ValueKind.Text => $"string.Equals({one}, {other}, global::System.StringComparison.Ordinal)",
        ValueKind.Packet => $"{Literals.Content}.AreSame<{value.Type}>({one}, {other})",
        _ => $"global::System.Collections.Generic.EqualityComparer<{value.Type}>.Default.Equals({one}, {other})",
    };
}
