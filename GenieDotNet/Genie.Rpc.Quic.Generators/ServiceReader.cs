using Genie.Generators;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Genie.Rpc.Quic.Generators;

/// <summary>Reads a type with the attribute.</summary>
internal sealed class ServiceReader
{
    public const string AttributeName = "Genie.Rpc.Quic.QuicRpcFunctionAttribute";

    private readonly INamedTypeSymbol _type;
    private readonly ServiceRole _role;
    private readonly List<Mistake> _mistakes = [];

    private ServiceReader(INamedTypeSymbol type) =>
        (_type, _role) = (type, type.TypeKind switch { TypeKind.Struct => ServiceRole.Client, TypeKind.Interface => ServiceRole.Interface, _ => ServiceRole.Functions });

    public static Reading Read(GeneratorAttributeSyntaxContext context, CancellationToken cancellationToken)
    {
        var reader = new ServiceReader((INamedTypeSymbol)context.TargetSymbol);
        reader.CheckType((TypeDeclarationSyntax)context.TargetNode);
        var functions = reader.ReadFunctions(cancellationToken);
        var service = reader._mistakes.All(mistake => mistake.Descriptor.DefaultSeverity != DiagnosticSeverity.Error) && NumberOf(context.Attributes[0]) is { } id
            ? reader.ModelOf(id, functions)
            : null;
        return new Reading(service, new(reader._mistakes));
    }

    private ServiceModel ModelOf(byte id, List<FunctionModel> functions) => new(
        _role,
        _type.ContainingNamespace.IsGlobalNamespace ? null : _type.ContainingNamespace.ToDisplayString(),
        _type.Name,
        _type.DeclaredAccessibility == Accessibility.Public ? "public" : "internal",
        id,
        new(functions));

    private void CheckType(TypeDeclarationSyntax declaration)
    {
        if (_type.IsRecord) Add(Mistakes.WrongType, _type);
        if (_type.ContainingType is not null) Add(Mistakes.Nested, _type);
        if (_type.IsGenericType) Add(Mistakes.Generic, _type);
        if (_type.IsStatic) Add(Mistakes.Static, _type);
        if (_role != ServiceRole.Interface && !declaration.Modifiers.Any(modifier => modifier.Text == "partial")) Add(Mistakes.NotPartial, _type);
        if (_role == ServiceRole.Functions && !Derives(_type, "Genie.Rpc.Quic.QuicRpcFunctions")) Add(Mistakes.NoFunctionsBase, _type);
        if (_role == ServiceRole.Client && _type.AllInterfaces.All(one => one.ToDisplayString() != "Genie.Rpc.Quic.IQuicRpcClient")) Add(Mistakes.NoClientInterface, _type);
    }

    private List<FunctionModel> ReadFunctions(CancellationToken cancellationToken)
    {
        List<FunctionModel> functions = [];
        Dictionary<byte, string> names = [];
        foreach (var member in _type.GetMembers())
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (member is not IMethodSymbol { MethodKind: MethodKind.Ordinary } method)
            {
                if (_role == ServiceRole.Interface && member is IPropertySymbol or IEventSymbol) Add(Mistakes.NotAMethod, member);
                continue;
            }

            var attribute = method.GetAttributes().FirstOrDefault(one => one.AttributeClass?.ToDisplayString() == AttributeName);
            if (attribute is null)
            {
                if (_role == ServiceRole.Interface) Add(Mistakes.NoNumber, method);
                continue;
            }

            if (NumberOf(attribute) is not { } id) continue;
            if (names.TryGetValue(id, out var other)) Add(Mistakes.DuplicateId, method, id.ToString(), other);
            else names.Add(id, method.Name);
            if (new FunctionReader(_role, method, id, IsRaw(attribute), _mistakes).Read() is { } function) functions.Add(function);
        }

        if (names.Count == 0) Add(Mistakes.Empty, _type);
        return functions;
    }

    private void Add(DiagnosticDescriptor descriptor, ISymbol symbol, params string[] more) => _mistakes.Add(Mistake.At(descriptor, symbol, [symbol.Name, .. more]));

    // Null where the compiler complains already.
    private static byte? NumberOf(AttributeData attribute) =>
        attribute.ConstructorArguments.Length == 1 && attribute.ConstructorArguments[0].Value is byte id ? id : null;

    private static bool IsRaw(AttributeData attribute) => attribute.NamedArguments.Any(one => one.Key == "IsStreaming" && one.Value.Value is true);

    private static bool Derives(INamedTypeSymbol type, string name)
    {
        for (var one = type.BaseType; one is not null; one = one.BaseType)
        {
            if (one.ToDisplayString() == name) return true;
        }

        return false;
    }
}
