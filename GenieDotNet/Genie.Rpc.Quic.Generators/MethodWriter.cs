namespace Genie.Rpc.Quic.Generators;

/// <summary>Writes a client's method: one line.</summary>
internal static class MethodWriter
{
    public static string Write(byte service, FunctionModel function, bool isPartial)
    {
        var number = $"0x{service:X2}{function.Id:X2}";
        var parameters = Join(
            function.RequestName is null ? null : $"{function.RequestDeclared} {function.RequestName}",
            function.TokenName is null ? null : $"global::System.Threading.CancellationToken {function.TokenName}");
        var arguments = Join($"{number}", function.RequestName, function.TokenName);
        var call = $"__caller.{Method(function.Shape)}{Types(function)}({arguments}){(function.Task == "Task" ? ".AsTask()" : "")}";
        var modifiers = isPartial ? $"{function.Accessibility} partial" : "public";
        return $"{modifiers} {function.Returns} @{function.Name}({parameters}) => {call};";
    }

    private static string Method(Shape shape) => shape switch
    {
        Shape.Unary => "InvokeAsync",
        Shape.Raw => "InvokeStreamingAsync",
        _ => $"Invoke{shape}Async",
    };

    private static string Types(FunctionModel function)
    {
        var types = function.Shape == Shape.Raw ? "" : Join(function.Request, function.Response);
        return types.Length == 0 ? "" : $"<{types}>";
    }

    private static string Join(params string?[] parts) => string.Join(", ", parts.Where(part => part is not null));
}
