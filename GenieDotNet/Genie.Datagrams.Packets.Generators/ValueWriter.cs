namespace Genie.Datagrams.Packets.Generators;

/// <summary>Writes the statements that write a value.</summary>
internal static class ValueWriter
{
    public static void Write(CodeText code, ValueModel value, string expression)
    {
        if (value.IsOptional) WriteOptional(code, value with { IsOptional = false }, expression);
        else if (value.Kind == ValueKind.List) WriteList(code, value, expression);
        else if (value.Kind == ValueKind.Enum) WriteEnum(code, value, expression);
        else code.Line(Statement(value, expression));
    }

    /// <summary>The members of a packet that differ from the baseline's; any other value as it is.</summary>
    public static void WriteChanged(CodeText code, ValueModel value, string expression, string baseline)
    {
        if (value.Kind != ValueKind.Packet)
        {
            Write(code, value, expression);
            return;
        }

        if (!value.IsOptional)
        {
            code.Line(Delta(value, expression, baseline));
            return;
        }

        var (present, known) = (code.Name("value"), code.Name("baseline"));
        code.Line($"writer.WriteBoolean({expression} is not null);");
        code.Line($"if ({expression} is {{ }} {present} && {baseline} is {{ }} {known}) {Delta(value, present, known)}");
        code.Line($"else if ({expression} is {{ }} {present}New) {Statement(value, present + "New")}");
    }

    private static string Delta(ValueModel value, string expression, string baseline) => $"{Literals.Content}.TryWriteDelta<{value.Type}>(ref writer, {expression}, {baseline});";

    private static void WriteOptional(CodeText code, ValueModel value, string expression)
    {
        var present = code.Name("value");
        code.Line($"writer.WriteBoolean({expression} is not null);");
        code.Open($"if ({expression} is {{ }} {present})");
        Write(code, value, present);
        code.Close();
    }

    private static void WriteList(CodeText code, ValueModel value, string expression)
    {
        var (list, i, count) = (code.Name("list"), code.Name("i"), value.HasLength ? "Length" : "Count");
        code.Open($"if ({expression} is {{ }} {list})");
        code.Line($"writer.WriteCount({list}.{count}, {value.Limit});");
        if (IsBytes(value))
        {
            code.Line($"writer.WriteBytes({list});");
        }
        else
        {
            code.Open($"for (var {i} = 0; {i} < {list}.{count} && !writer.HasFailed; {i}++)");
            Write(code, value.Element!, $"{list}[{i}]");
            code.Close();
        }

        code.Close();
        code.Line($"else writer.Fail({Literals.Error}.Missing);");
    }

    private static void WriteEnum(CodeText code, ValueModel value, string expression)
    {
        var number = $"({(value.IsUnsigned ? "ulong" : "long")}){expression}";
        var write = $"writer.WriteRange({number}, {Literals.Of(value.Min, value.IsUnsigned)}, {Literals.Of(value.Max, value.IsUnsigned)});";
        if (EnumCheck(value, number) is not { } check)
        {
            code.Line(write);
            return;
        }

        code.Line($"if ({check}) {write}");
        code.Line($"else writer.Fail({Literals.Error}.OutOfRange);");
    }

    /// <summary>Whether a number is a value of the enumeration, as an expression; null: all within the range are.</summary>
    public static string? EnumCheck(ValueModel value, string number)
    {
        if (value.Flags is { } mask) return $"(unchecked((ulong){number}) & ~{Literals.Of(mask, isUnsigned: true)}) == 0";
        return value.Declared.Count == 0 ? null : $"{number} is {string.Join(" or ", value.Declared.Select(one => Literals.Of(one, value.IsUnsigned)))}";
    }

    /// <summary>An array of bytes, which is written at once.</summary>
    public static bool IsBytes(ValueModel value) => value is { HasLength: true, Element: { Type: "byte", Kind: ValueKind.Integer, IsOptional: false, Min: byte.MinValue, Max: byte.MaxValue } };

    private static string Statement(ValueModel value, string expression) => value.Kind switch
    {
        ValueKind.Boolean => $"writer.WriteBoolean({expression});",
        ValueKind.Integer => $"writer.WriteRange({expression}, {Literals.Of(value.Min, value.IsUnsigned)}, {Literals.Of(value.Max, value.IsUnsigned)});",
        ValueKind.Single => $"writer.WriteSingle({expression});",
        ValueKind.Double => $"writer.WriteDouble({expression});",
        ValueKind.Quantized => $"writer.WriteQuantized({expression}, {Literals.Of(value.From)}, {Literals.Of(value.To)}, {value.Steps}UL);",
        ValueKind.Text => $"writer.WriteString({expression}, {value.Limit});",
        ValueKind.Packet => $"{Literals.Content}.TryWrite<{value.Type}>(ref writer, {expression});",
        _ => $"{Literals.Content}.TryWrite<{value.Serializer}, {value.Type}>(ref writer, {expression});",
    };
}
