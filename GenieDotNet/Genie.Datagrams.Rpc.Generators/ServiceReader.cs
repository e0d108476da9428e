using Genie.Generators;
using Microsoft.CodeAnalysis;

namespace Genie.Datagrams.Rpc.Generators;

/// <summary>Reads an interface with the attribute.</summary>
internal sealed class ServiceReader
{
    public const string AttributeName = "Genie.Datagrams.Rpc.DatagramServiceAttribute";

    // Without the at sign that keywords have: numbers come from it.
    private static readonly SymbolDisplayFormat Plain = new(typeQualificationStyle: SymbolDisplayTypeQualificationStyle.NameAndContainingTypesAndNamespaces);

    private readonly INamedTypeSymbol _type;
    private readonly List<Mistake> _mistakes = [];

    private ServiceReader(INamedTypeSymbol type) => _type = type;

    public static ServiceReading Read(GeneratorAttributeSyntaxContext context, CancellationToken cancellationToken)
    {
        var reader = new ServiceReader((INamedTypeSymbol)context.TargetSymbol);
        reader.CheckType();
        return reader.ToReading(context.Attributes[0].ConstructorArguments.FirstOrDefault().Value as int?, reader.ReadMethods(cancellationToken));
    }

    private void CheckType()
    {
        if (_type.IsGenericType) Add(Mistakes.Generic, _type);
        if (_type.ContainingType is not null || _type.IsFileLocal) Add(Mistakes.Nested, _type);
        if (!_type.AllInterfaces.IsEmpty) Add(Mistakes.Inherits, _type);
    }

    private List<MethodModel> ReadMethods(CancellationToken cancellationToken)
    {
        List<MethodModel> methods = [];
        Dictionary<int, string> names = [];
        foreach (var member in _type.GetMembers())
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (member is not IMethodSymbol { MethodKind: MethodKind.Ordinary } method)
            {
                if (member is not IMethodSymbol { AssociatedSymbol: not null }) Add(Mistakes.NotAMethod, member);
                continue;
            }

            if (new MethodReader(_type, method, _mistakes).Read() is not { } model) continue;
            if (names.TryGetValue(model.Id, out var other)) Add(Mistakes.DuplicateMethod, method, model.Id.ToString(), other);
            else names.Add(model.Id, method.Name);
            methods.Add(model);
        }

        if (methods.Count == 0 && _mistakes.Count == 0) Add(Mistakes.Empty, _type);
        return methods;
    }

    private ServiceReading ToReading(int? id, List<MethodModel> methods)
    {
        if (id is < 0 or > StableId.Max) Add(Mistakes.WrongId, _type, id.Value.ToString());
        var space = _type.ContainingNamespace.IsGlobalNamespace ? null : _type.ContainingNamespace.ToDisplayString(Plain);
        var access = _type.DeclaredAccessibility == Accessibility.Public ? "public" : "internal";
        var service = new ServiceModel(space, _type.Name, access, id ?? StableId.Of(space is null ? _type.Name : $"{space}.{_type.Name}"), new(methods));
        return new(_mistakes.Count == 0 ? service : null, new(service.Id, service.FullName, Origin.Of(_type)), new(_mistakes));
    }

    private void Add(DiagnosticDescriptor mistake, ISymbol symbol, params string[] more) => _mistakes.Add(Mistake.At(mistake, symbol, [symbol.Name, .. more]));
}
