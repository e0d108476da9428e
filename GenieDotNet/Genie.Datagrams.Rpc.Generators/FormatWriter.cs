using Genie.Datagrams.Packets.Generators;

namespace Genie.Datagrams.Rpc.Generators;

/// <summary>Writes how a list of values is written and read: nothing, a value, or a tuple of several.</summary>
internal static class FormatWriter
{
    /// <summary>The type of the values together.</summary>
    public static string TypeOf(IReadOnlyList<ValueModel> values) => values.Count switch
    {
        0 => $"{ServiceWriter.Library}RpcNothing",
        1 => values[0].Declaration,
        _ => $"({string.Join(", ", values.Select(value => value.Declaration))})",
    };

    /// <summary>The values together, as an expression.</summary>
    public static string Packed(IReadOnlyList<string> values) => values.Count switch
    {
        0 => "default",
        1 => values[0],
        _ => $"({string.Join(", ", values)})",
    };

    /// <summary>One of the values.</summary>
    public static string ItemOf(string packed, int at, int count) => count == 1 ? packed : $"{packed}.Item{at + 1}";

    public static void Write(CodeText code, string name, IReadOnlyList<ValueModel> values)
    {
        var type = TypeOf(values);
        code.Line("");
        code.Open($"file readonly struct {name} : {ServiceWriter.Library}IRpcFormat<{type}>");
        code.Line($"public static long MaxBits => {ValueSize.Capped(string.Join(" + ", values.Select(ValueSize.Max).Prepend("0L")))};");
        code.Line("");
        code.Open($"public static bool TryWrite(ref {Literals.Library}BitWriter writer, in {type} value)");
        for (var i = 0; i < values.Count; i++) ValueWriter.Write(code, values[i], ItemOf("value", i, values.Count));
        code.Line("return !writer.HasFailed;");
        code.Close();
        code.Line("");
        code.Open($"public static bool TryRead(ref {Literals.Library}BitReader reader, [global::System.Diagnostics.CodeAnalysis.MaybeNullWhen(false)] out {type} value)");
        List<string> locals = [];
        foreach (var value in values)
        {
            var local = code.Name("item");
            code.Line($"{value.Declaration} {local};");
            ValueParser.Read(code, value, local);
            locals.Add(local);
        }

        code.Line($"value = {Packed(locals)};");
        code.Line("return !reader.HasFailed;");
        code.Close();
        code.Close();
    }
}
