namespace Genie.Datagrams.Packets.Generators;

/// <summary>Writes the statements that read a value into a variable.</summary>
internal static class ValueParser
{
    public static void Read(CodeText code, ValueModel value, string target)
    {
        if (value.IsOptional) ReadOptional(code, value with { IsOptional = false }, target);
        else if (value.Kind == ValueKind.List) ReadList(code, value, target);
        else if (value.Kind == ValueKind.Enum) ReadEnum(code, value, target);
        else if (value.Kind is ValueKind.Packet or ValueKind.Own) ReadOther(code, value, target);
        else code.Line($"{target} = {Expression(value)};");
    }

    /// <summary>What <see cref="ValueWriter.WriteChanged"/> wrote.</summary>
    public static void ReadChanged(CodeText code, ValueModel value, string target, string baseline)
    {
        if (value.Kind != ValueKind.Packet)
        {
            Read(code, value, target);
            return;
        }

        var read = code.Name("read");
        if (!value.IsOptional)
        {
            code.Line($"{Literals.Content}.TryReadDelta<{value.Type}>(ref reader, {baseline}, out var {read});");
            code.Line($"{target} = {read}!;");
            return;
        }

        var known = code.Name("baseline");
        code.Line($"if (!reader.ReadBoolean()) {target} = null;");
        code.Open($"else if ({baseline} is {{ }} {known})");
        code.Line($"{Literals.Content}.TryReadDelta<{value.Type}>(ref reader, {known}, out var {read});");
        code.Line($"{target} = {read}!;");
        code.Close();
        code.Open("else");
        ReadOther(code, value, target);
        code.Close();
    }

    private static void ReadOptional(CodeText code, ValueModel value, string target)
    {
        code.Line($"{target} = null;");
        code.Open("if (reader.ReadBoolean())");
        Read(code, value, target);
        code.Close();
    }

    private static void ReadOther(CodeText code, ValueModel value, string target)
    {
        var (read, type) = (code.Name("read"), value.Kind == ValueKind.Packet ? value.Type : $"{value.Serializer}, {value.Type}");
        code.Line($"{Literals.Content}.TryRead<{type}>(ref reader, out var {read});");
        code.Line($"{target} = {read}!;");
    }

    private static void ReadEnum(CodeText code, ValueModel value, string target)
    {
        var number = code.Name("number");
        code.Line($"var {number} = reader.ReadRange({Literals.Of(value.Min, value.IsUnsigned)}, {Literals.Of(value.Max, value.IsUnsigned)});");
        if (ValueWriter.EnumCheck(value, number) is { } check) code.Line($"if (!({check})) reader.Fail({Literals.Error}.OutOfRange);");
        code.Line($"{target} = ({value.Type}){number};");
    }

    private static void ReadList(CodeText code, ValueModel value, string target)
    {
        var (element, count, list, i) = (value.Element!, code.Name("count"), code.Name("list"), code.Name("i"));
        code.Line($"var {count} = reader.ReadCount({value.Limit}, {ValueSize.Min(element)});");
        code.Line(value.ListType is null
            ? $"var {list} = {count} == 0 ? global::System.Array.Empty<{element.Declaration}>() : new {element.Declaration}[{count}];"
            : $"var {list} = new {value.ListType}({count});");
        if (ValueWriter.IsBytes(value))
        {
            code.Line($"reader.ReadBytes({list});");
        }
        else
        {
            code.Open($"for (var {i} = 0; {i} < {count} && !reader.HasFailed; {i}++)");
            ReadElement(code, value, element, list, i);
            code.Close();
        }

        code.Line($"{target} = {list};");
    }

    private static void ReadElement(CodeText code, ValueModel value, ValueModel element, string list, string i)
    {
        var item = code.Name("item");
        code.Line($"{element.Declaration} {item};");
        Read(code, element, item);
        code.Line(value.ListType is null ? $"{list}[{i}] = {item};" : $"{list}.Add({item});");
    }

    private static string Expression(ValueModel value) => value.Kind switch
    {
        ValueKind.Boolean => "reader.ReadBoolean()",
        ValueKind.Integer => $"({value.Type})reader.ReadRange({Literals.Of(value.Min, value.IsUnsigned)}, {Literals.Of(value.Max, value.IsUnsigned)})",
        ValueKind.Single => "reader.ReadSingle()",
        ValueKind.Double => "reader.ReadDouble()",
        ValueKind.Quantized => $"({value.Type})reader.ReadQuantized({Literals.Of(value.From)}, {Literals.Of(value.To)}, {value.Steps}UL)",
        _ => $"reader.ReadString({value.Limit})",
    };
}
