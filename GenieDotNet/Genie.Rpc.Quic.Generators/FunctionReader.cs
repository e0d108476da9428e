using Genie.Generators;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Genie.Rpc.Quic.Generators;

/// <summary>Reads a method with the attribute.</summary>
internal sealed class FunctionReader(ServiceRole role, IMethodSymbol method, byte id, bool isRaw, List<Mistake> mistakes)
{
    private static readonly SymbolDisplayFormat Full = SymbolDisplayFormat.FullyQualifiedFormat.AddMiscellaneousOptions(
        SymbolDisplayMiscellaneousOptions.IncludeNullableReferenceTypeModifier);

    /// <summary>The method, or null if something is wrong with it, which the list of mistakes then says.</summary>
    public FunctionModel? Read()
    {
        var before = mistakes.Count;
        CheckMethod();
        var token = method.Parameters.LastOrDefault(parameter => IsNamed(parameter.Type, "System.Threading.CancellationToken"));
        if (token is not null && !SymbolEqualityComparer.Default.Equals(token, method.Parameters[method.Parameters.Length - 1])) Add(Mistakes.TooManyArguments);
        var arguments = method.Parameters.Where(parameter => !SymbolEqualityComparer.Default.Equals(parameter, token)).ToList();
        if (arguments.Count > 1) Add(Mistakes.TooManyArguments);
        var (task, result) = ReadReturn();
        if (isRaw) CheckRaw(task, result, arguments.Count);
        else if (task is null) Add(role == ServiceRole.Functions ? Mistakes.WrongFunctionReturn : Mistakes.WrongClientReturn);
        return mistakes.Count == before ? ModelOf(task!, result, arguments.FirstOrDefault(), token) : null;
    }

    private void CheckMethod()
    {
        if (method.IsGenericMethod) Add(Mistakes.Generic);
        if (method.IsStatic) Add(Mistakes.Static);
        if (role == ServiceRole.Client && !IsPartialWithoutBody()) Add(Mistakes.MethodNotPartial);
        foreach (var parameter in method.Parameters)
        {
            if (parameter.RefKind != RefKind.None) Add(Mistakes.ByReference, parameter.Name);
        }
    }

    private void CheckRaw(string? task, ITypeSymbol? result, int arguments)
    {
        var isStream = result is not null && IsNamed(result, "System.Net.Quic.QuicStream");
        if (role == ServiceRole.Interface) Add(Mistakes.RawOnInterface);
        else if (role == ServiceRole.Functions && (task != "ValueTask" || result is not null || arguments > 0)) Add(Mistakes.WrongRawFunction);
        else if (role == ServiceRole.Client && (task is not ("Task" or "ValueTask") || !isStream || arguments > 0)) Add(Mistakes.WrongRawClient);
    }

    private FunctionModel ModelOf(string task, ITypeSymbol? result, IParameterSymbol? argument, IParameterSymbol? token)
    {
        var element = argument?.Type is INamedTypeSymbol { IsGenericType: true } type && IsNamed(type.ConstructedFrom, "System.Collections.Generic.IAsyncEnumerable<T>") ? type.TypeArguments[0] : null;
        var streamsResults = task == "IAsyncEnumerable";
        var shape = (isRaw, element is not null, streamsResults) switch
        {
            (true, _, _) => Shape.Raw,
            (_, true, true) => Shape.DuplexStreaming,
            (_, true, false) => Shape.ClientStreaming,
            (_, false, true) => Shape.ServerStreaming,
            _ => Shape.Unary,
        };
        return new(
            method.Name, SyntaxFacts.GetText(method.DeclaredAccessibility), id, shape, method.ReturnType.ToDisplayString(Full), task,
            NameOf(argument), argument?.Type.ToDisplayString(Full), (element ?? argument?.Type)?.ToDisplayString(Full), result?.ToDisplayString(Full), NameOf(token));
    }

    // The kind of task or stream, null for anything else, and its result.
    private (string? Task, ITypeSymbol? Result) ReadReturn()
    {
        if (method.ReturnType is not INamedTypeSymbol type) return (null, null);
        var result = type.IsGenericType ? type.TypeArguments[0] : null;
        return type.ConstructedFrom.ToDisplayString() switch
        {
            "System.Threading.Tasks.ValueTask" or "System.Threading.Tasks.ValueTask<TResult>" => ("ValueTask", result),
            "System.Threading.Tasks.Task" or "System.Threading.Tasks.Task<TResult>" when role != ServiceRole.Functions => ("Task", result),
            "System.Collections.Generic.IAsyncEnumerable<T>" => ("IAsyncEnumerable", result),
            _ => (null, null),
        };
    }

    private bool IsPartialWithoutBody() =>
        method.DeclaringSyntaxReferences.Select(reference => reference.GetSyntax()).OfType<MethodDeclarationSyntax>()
            .All(syntax => syntax.Modifiers.Any(SyntaxKind.PartialKeyword) && syntax.Body is null && syntax.ExpressionBody is null);

    private void Add(DiagnosticDescriptor descriptor, params string[] more) => mistakes.Add(Mistake.At(descriptor, method, [method.Name, .. more]));

    private static bool IsNamed(ITypeSymbol type, string name) => type.ToDisplayString() == name;

    private static string? NameOf(IParameterSymbol? parameter) => parameter is null ? null : "@" + parameter.Name;
}
