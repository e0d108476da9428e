using Genie.Generators;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Genie.Datagrams.Packets.Generators;

/// <summary>Reads a type with the attribute.</summary>
internal sealed class PacketReader
{
    public const string AttributeName = "Genie.Datagrams.Packets.PacketAttribute";
    public const string ReservedName = "PacketId";
    public const int MaxId = 16_383;

    public const string MemberAttributeName = "Genie.Datagrams.Packets.PacketMemberAttribute";
    private const string IgnoreAttributeName = "Genie.Datagrams.Packets.PacketIgnoreAttribute";

    // Without the at sign that keywords have: files are named by it, too.
    private static readonly SymbolDisplayFormat Plain = new(typeQualificationStyle: SymbolDisplayTypeQualificationStyle.NameAndContainingTypesAndNamespaces);

    private readonly INamedTypeSymbol _type;
    private readonly IMethodSymbol? _constructor;
    private readonly List<Mistake> _mistakes = [];

    private PacketReader(INamedTypeSymbol type) => (_type, _constructor) = (type, PrimaryConstructorOf(type));

    public static Reading Read(GeneratorAttributeSyntaxContext context, CancellationToken cancellationToken)
    {
        var reader = new PacketReader((INamedTypeSymbol)context.TargetSymbol);
        var id = context.Attributes[0].ConstructorArguments.FirstOrDefault().Value as int?;
        reader.CheckType((TypeDeclarationSyntax)context.TargetNode, id);
        List<MemberModel> members = [];
        foreach (var property in PropertiesOf(reader._type))
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (id is not null && property.Name == ReservedName) reader.Add(Mistakes.ReservedName, property, reader._type.Name);
            if (reader.ReadMember(property) is { } member) members.Add(member);
        }

        return reader.ToReading(id, members);
    }

    /// <summary>Whether a type has the attribute.</summary>
    public static bool IsPacket(INamedTypeSymbol type) => AttributeOf(type, AttributeName) is not null;

    /// <summary>The properties that are sent: the primary constructor's parameters, then others that can be set.</summary>
    public static IEnumerable<IPropertySymbol> PropertiesOf(INamedTypeSymbol type)
    {
        var properties = type.GetMembers().OfType<IPropertySymbol>().Where(property => property is { IsStatic: false, IsIndexer: false, ExplicitInterfaceImplementations.Length: 0 }).ToList();
        var parameters = PrimaryConstructorOf(type)?.Parameters.Select(parameter => parameter.Name).ToList() ?? [];
        return parameters.Select(name => properties.FirstOrDefault(property => property.Name == name)).OfType<IPropertySymbol>()
            .Concat(properties.Where(property => !parameters.Contains(property.Name) && (property.SetMethod is not null || AttributeOf(property, MemberAttributeName) is not null) && !IsIgnored(property)));
    }

    /// <summary>Whether a property is written by a serializer of its own, so that what its type has does not matter.</summary>
    public static bool HasSerializer(IPropertySymbol property) => SerializerOf(MemberAttributeOf(property)) is not null;

    /// <summary>The serializer that an attribute names.</summary>
    public static INamedTypeSymbol? SerializerOf(AttributeData? attribute) => ValueOf(attribute, "Serializer")?.Value as INamedTypeSymbol;

    private Reading ToReading(int? id, List<MemberModel> members)
    {
        var name = _type.ContainingNamespace.IsGlobalNamespace ? null : _type.ContainingNamespace.ToDisplayString(Plain);
        var packet = new PacketModel(name, _type.Name, _type.IsValueType, id, new(members), null);
        return new(_mistakes.Count == 0 ? packet : null, id is { } taken ? new(taken, packet.FullName, Origin.Of(_type)) : null, new(_mistakes));
    }

    private void CheckType(TypeDeclarationSyntax declaration, int? id)
    {
        if (!_type.IsRecord) Add(Mistakes.NotARecord, _type);
        if (!declaration.Modifiers.Any(SyntaxKind.PartialKeyword)) Add(Mistakes.NotPartial, _type);
        if (_type.IsGenericType) Add(Mistakes.Generic, _type);
        if (_type.ContainingType is not null || _type.IsFileLocal) Add(Mistakes.Nested, _type);
        if (_type.IsAbstract || _type.BaseType is not { SpecialType: SpecialType.System_Object or SpecialType.System_ValueType }) Add(Mistakes.Inherits, _type);
        if (id is < 0 or > MaxId) Add(Mistakes.WrongId, _type, id.Value.ToString());
        if (_constructor is null && !_type.IsValueType && !_type.InstanceConstructors.Any(one => one.Parameters.IsEmpty)) Add(Mistakes.NoConstructor, _type);
        var parts = PropertiesOf(_type).Where(property => !IsParameter(property)).SelectMany(property => property.DeclaringSyntaxReferences).Select(reference => reference.GetSyntax().Parent)
            .Concat(_constructor?.DeclaringSyntaxReferences.Select(reference => reference.GetSyntax()) ?? []);
        if (parts.Distinct().Count() > 1) Add(Mistakes.SeveralParts, _type);
    }

    private MemberModel? ReadMember(IPropertySymbol property)
    {
        var parameter = _constructor?.Parameters.FirstOrDefault(one => one.Name == property.Name);
        if (parameter is null ? property.SetMethod is null : IsIgnored(property)) return Report(Mistakes.NotSettable);
        var attribute = MemberAttributeOf(property);
        var rules = new ValueRules(SettingsOf(attribute), (mistake, arguments) => Add(mistake, property, arguments));
        var serializer = SerializerOf(attribute);
        var value = new TypeReader(_type, rules, serializer, (mistake, arguments) => Add(mistake, property, arguments)).Read(property.Type);
        return value is null ? null : new(property.Name, value, parameter is not null, "");

        MemberModel? Report(DiagnosticDescriptor mistake)
        {
            Add(mistake, property);
            return null;
        }
    }

    private bool IsParameter(IPropertySymbol property) => _constructor?.Parameters.Any(parameter => parameter.Name == property.Name) == true;

    private static AttributeData? MemberAttributeOf(IPropertySymbol property) =>
        AttributeOf(property, MemberAttributeName)
        ?? (PrimaryConstructorOf(property.ContainingType)?.Parameters.FirstOrDefault(one => one.Name == property.Name) is { } parameter ? AttributeOf(parameter, MemberAttributeName) : null);

    /// <summary>What an attribute says of a value.</summary>
    public static MemberSettings SettingsOf(AttributeData? attribute) => new(
        ValueOf(attribute, "Min")?.Value as double?, ValueOf(attribute, "Max")?.Value as double?, ValueOf(attribute, "Precision")?.Value as double?,
        ValueOf(attribute, "MaxBytes")?.Value as int?, ValueOf(attribute, "MaxCount")?.Value as int?);

    private static TypedConstant? ValueOf(AttributeData? attribute, string name) =>
        attribute?.NamedArguments.Where(argument => argument.Key == name).Select(argument => (TypedConstant?)argument.Value).FirstOrDefault();

    private static IMethodSymbol? PrimaryConstructorOf(INamedTypeSymbol type) => type.InstanceConstructors.FirstOrDefault(constructor =>
        constructor.DeclaringSyntaxReferences.Any(reference => reference.GetSyntax() is RecordDeclarationSyntax));

    private static bool IsIgnored(IPropertySymbol property) => AttributeOf(property, IgnoreAttributeName) is not null;

    private static AttributeData? AttributeOf(ISymbol symbol, string name) => symbol.GetAttributes().FirstOrDefault(attribute => attribute.AttributeClass?.ToDisplayString() == name);

    private void Add(DiagnosticDescriptor mistake, ISymbol symbol, params string[] more) => _mistakes.Add(Mistake.At(mistake, symbol, [symbol.Name, .. more]));
}
