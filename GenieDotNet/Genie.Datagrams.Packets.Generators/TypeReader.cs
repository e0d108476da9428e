using Microsoft.CodeAnalysis;

namespace Genie.Datagrams.Packets.Generators;

/// <summary>Reads the type of a member.</summary>
/// <param name="packet">The packet that has the member.</param>
/// <param name="rules">What the member says.</param>
/// <param name="serializer">A serializer of the user's own, or null.</param>
/// <param name="report">Takes mistakes, with the arguments that follow the member's name.</param>
internal sealed class TypeReader(INamedTypeSymbol packet, ValueRules rules, INamedTypeSymbol? serializer, Action<DiagnosticDescriptor, string[]> report)
{
    private const string SerializerName = "Genie.Datagrams.Packets.IPacketMemberSerializer<T>";

    private static readonly SymbolDisplayFormat Full = SymbolDisplayFormat.FullyQualifiedFormat.AddMiscellaneousOptions(
        SymbolDisplayMiscellaneousOptions.IncludeNullableReferenceTypeModifier);

    /// <summary>How the member is written; null after a mistake.</summary>
    public ValueModel? Read(ITypeSymbol type)
    {
        var value = Read(type, isElement: false);
        if (value is null) return null;
        rules.CheckUnused(value);
        return value;
    }

    private ValueModel? Read(ITypeSymbol declared, bool isElement)
    {
        var (type, isOptional) = Present(declared);
        var value = ReadPresent(type, isElement);
        return value is null ? null : value with { IsOptional = isOptional };
    }

    private ValueModel? ReadPresent(ITypeSymbol type, bool isElement)
    {
        var name = type.ToDisplayString(Full);
        if (serializer is not null && Serializes(type)) return new(ValueKind.Own, name) { Serializer = serializer.ToDisplayString(Full) };
        if (ElementOf(type) is { } element) return isElement ? Report(Mistakes.ListOfLists) : ReadList(type, name, element);
        if (serializer is not null) return Report(Mistakes.WrongSerializer, type.ToDisplayString());
        if (type is not INamedTypeSymbol named) return Report(Mistakes.UnsupportedType, type.ToDisplayString());
        if (named.TypeKind == TypeKind.Enum) return ReadEnum(named, name);
        if (PacketReader.IsPacket(named)) return ReadPacket(named, name);
        return rules.OfKeyword(name);
    }

    private ValueModel? ReadList(ITypeSymbol type, string name, ITypeSymbol element)
    {
        var isList = type is INamedTypeSymbol { Name: "List" };
        return rules.List(name, isList ? name : null, type is IArrayTypeSymbol, Read(element, isElement: true));
    }

    private ValueModel? ReadEnum(INamedTypeSymbol type, string name)
    {
        var values = type.GetMembers().OfType<IFieldSymbol>().Where(field => field.HasConstantValue).Select(field => Convert.ToDecimal(field.ConstantValue)).ToList();
        var isFlags = type.GetAttributes().Any(attribute => attribute.AttributeClass?.ToDisplayString() == "System.FlagsAttribute");
        return rules.Enumeration(name, type.EnumUnderlyingType!.ToDisplayString(), isFlags, values);
    }

    private ValueModel? ReadPacket(INamedTypeSymbol type, string name)
    {
        if (Reaches(type, packet, [])) return Report(Mistakes.Recursive, packet.Name);
        return PacketReader.PropertiesOf(type).Any() ? new(ValueKind.Packet, name) : Report(Mistakes.NestedEmpty, type.Name);
    }

    // Whether a type has a member that leads to another one, or is that itself.
    private static bool Reaches(INamedTypeSymbol type, INamedTypeSymbol goal, HashSet<ISymbol> seen)
    {
        if (SymbolEqualityComparer.Default.Equals(type, goal)) return true;
        return seen.Add(type) && PacketReader.PropertiesOf(type).Where(property => !PacketReader.HasSerializer(property))
            .Select(property => Present(property.Type).Type).Select(member => ElementOf(member) is { } element ? Present(element).Type : member)
            .OfType<INamedTypeSymbol>().Where(PacketReader.IsPacket).Any(member => Reaches(member, goal, seen));
    }

    private static (ITypeSymbol Type, bool IsOptional) Present(ITypeSymbol type) => type switch
    {
        INamedTypeSymbol { OriginalDefinition.SpecialType: SpecialType.System_Nullable_T } nullable => (nullable.TypeArguments[0], true),
        { IsReferenceType: true, NullableAnnotation: NullableAnnotation.Annotated } => (type.WithNullableAnnotation(NullableAnnotation.NotAnnotated), true),
        _ => (type, false),
    };

    private static ITypeSymbol? ElementOf(ITypeSymbol type) => type switch
    {
        IArrayTypeSymbol { Rank: 1 } array => array.ElementType,
        INamedTypeSymbol { IsGenericType: true } named when named.ConstructedFrom.ToDisplayString() is "System.Collections.Generic.List<T>" or "System.Collections.Generic.IReadOnlyList<T>" => named.TypeArguments[0],
        _ => null,
    };

    private bool Serializes(ITypeSymbol type) =>
        serializer!.AllInterfaces.Any(one => one.ConstructedFrom.ToDisplayString() == SerializerName && SymbolEqualityComparer.Default.Equals(one.TypeArguments[0], type));

    private ValueModel? Report(DiagnosticDescriptor mistake, params string[] arguments)
    {
        report(mistake, arguments);
        return null;
    }
}
