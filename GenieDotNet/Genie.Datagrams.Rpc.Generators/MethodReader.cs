using Genie.Datagrams.Packets.Generators;
using Genie.Generators;
using Microsoft.CodeAnalysis;

namespace Genie.Datagrams.Rpc.Generators;

/// <summary>Reads a method.</summary>
internal sealed class MethodReader(INamedTypeSymbol service, IMethodSymbol method, List<Mistake> mistakes)
{
    private const string DeliveryName = "Genie.Datagrams.Rpc.DeliveryAttribute";
    private const string MethodIdName = "Genie.Datagrams.Rpc.MethodIdAttribute";
    private const int ReliableUnordered = 3;
    private const int ReliableOrdered = 4;

    private static readonly SymbolDisplayFormat Full = SymbolDisplayFormat.FullyQualifiedFormat.AddMiscellaneousOptions(
        SymbolDisplayMiscellaneousOptions.IncludeNullableReferenceTypeModifier);

    /// <summary>The method, or null if something is wrong with it, which the list of mistakes then says.</summary>
    public MethodModel? Read()
    {
        var before = mistakes.Count;
        if (method.IsGenericMethod) Add(Mistakes.Generic);
        if (method.IsStatic || !method.IsAbstract) Add(Mistakes.NotAbstract);
        var (returns, result) = ReadReturn();
        var (mode, channel) = ReadDelivery(returns);
        var token = ReadToken(returns);
        var parameters = method.Parameters.Where(parameter => !IsToken(parameter)).Select(Read).ToList();
        var resultValue = result is null ? null : ValueOf(result, AttributeOf(method.GetReturnTypeAttributes(), PacketReader.MemberAttributeName), method);
        var id = IdOf();
        if (mistakes.Count > before) return null;
        return new(method.Name, id, mode, channel, returns, resultValue, result?.ToDisplayString(Full), new(parameters.OfType<ParameterModel>()), token?.Name, token?.HasExplicitDefaultValue == true);
    }

    private (ReturnKind Kind, ITypeSymbol? Result) ReadReturn()
    {
        if (method.ReturnsVoid) return (ReturnKind.Void, null);
        if (method.ReturnType is INamedTypeSymbol type)
        {
            switch (type.ConstructedFrom.ToDisplayString())
            {
                case "System.Threading.Tasks.ValueTask":
                    return (ReturnKind.Task, null);
                case "System.Threading.Tasks.ValueTask<TResult>":
                    return (ReturnKind.Result, type.TypeArguments[0]);
            }
        }

        Add(Mistakes.WrongReturn);
        return (ReturnKind.Void, null);
    }

    private (int Mode, byte Channel) ReadDelivery(ReturnKind returns)
    {
        if (AttributeOf(method.GetAttributes(), DeliveryName) is not { } attribute) return (ReliableOrdered, 0);
        var mode = attribute.ConstructorArguments.FirstOrDefault().Value as int? ?? ReliableOrdered;
        var channel = attribute.NamedArguments.FirstOrDefault(one => one.Key == "Channel").Value.Value as byte? ?? 0;
        if (mode is < 1 or > ReliableOrdered) Add(Mistakes.UnknownMode);
        else if (mode < ReliableUnordered && returns == ReturnKind.Result) Add(Mistakes.UnreliableRequest);
        return (mode, channel);
    }

    private IParameterSymbol? ReadToken(ReturnKind returns)
    {
        var tokens = method.Parameters.Where(IsToken).ToList();
        if (tokens.Count == 0) return null;
        if (tokens.Count > 1 || tokens[0].Ordinal != method.Parameters.Length - 1) Add(Mistakes.WrongToken);
        else if (returns != ReturnKind.Result) Add(Mistakes.UselessToken);
        return tokens[0];
    }

    private ParameterModel? Read(IParameterSymbol parameter)
    {
        if (parameter.RefKind != RefKind.None)
        {
            Add(Mistakes.ByReference, parameter.Name);
            return null;
        }

        var value = ValueOf(parameter.Type, AttributeOf(parameter.GetAttributes(), PacketReader.MemberAttributeName), parameter);
        return value is null ? null : new(parameter.Name, parameter.Type.ToDisplayString(Full), value);
    }

    // By the rules of packets' members, and with their diagnostics.
    private ValueModel? ValueOf(ITypeSymbol type, AttributeData? attribute, ISymbol symbol)
    {
        var rules = new ValueRules(PacketReader.SettingsOf(attribute), Report);
        return new TypeReader(service, rules, PacketReader.SerializerOf(attribute), Report).Read(type);

        void Report(DiagnosticDescriptor mistake, string[] arguments) => mistakes.Add(Mistake.At(mistake, symbol, [symbol.Name, .. arguments]));
    }

    private int IdOf()
    {
        if (AttributeOf(method.GetAttributes(), MethodIdName)?.ConstructorArguments.FirstOrDefault().Value is not int id)
            return StableId.Of($"{method.Name}({string.Join(",", method.Parameters.Where(parameter => !IsToken(parameter)).Select(parameter => parameter.Type.ToDisplayString()))}){method.ReturnType.ToDisplayString()}");
        if (id is < 0 or > StableId.Max) Add(Mistakes.WrongId, id.ToString());
        return id;
    }

    private static bool IsToken(IParameterSymbol parameter) => parameter.Type.ToDisplayString() == "System.Threading.CancellationToken";

    private static AttributeData? AttributeOf(IEnumerable<AttributeData> attributes, string name) => attributes.FirstOrDefault(one => one.AttributeClass?.ToDisplayString() == name);

    private void Add(DiagnosticDescriptor mistake, params string[] more) => mistakes.Add(Mistake.At(mistake, method, [method.Name, .. more]));
}
