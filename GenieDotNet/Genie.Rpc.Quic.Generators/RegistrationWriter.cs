namespace Genie.Rpc.Quic.Generators;

/// <summary>Writes the registration of a function: one statement.</summary>
internal static class RegistrationWriter
{
    public static string Write(byte service, FunctionModel function, string target, string registry)
    {
        var number = $"0x{service:X2}{function.Id:X2}";
        var arguments = string.Join(", ", new[] { function.RequestName is null ? null : "request", function.TokenName is null ? null : "context.CancellationToken" }.Where(one => one is not null));
        var parameters = function.RequestName is null ? "context" : "(context, request)";
        var call = $"{target}.@{function.Name}({arguments})";
        if (function.Task == "Task") call = $"new global::System.Threading.Tasks.ValueTask{(function.Response is null ? "" : $"<{function.Response}>")}({call})";
        return $"{registry}.{Method(function.Shape)}{Types(function)}({number}, {parameters} => {call});";
    }

    private static string Method(Shape shape) => shape switch
    {
        Shape.Unary => "RegisterFunction",
        Shape.Raw => "RegisterStreamingFunction",
        _ => $"Register{shape}Function",
    };

    private static string Types(FunctionModel function)
    {
        var types = string.Join(", ", new[] { function.Request, function.Response }.Where(type => type is not null));
        return types.Length == 0 || function.Shape == Shape.Raw ? "" : $"<{types}>";
    }
}
