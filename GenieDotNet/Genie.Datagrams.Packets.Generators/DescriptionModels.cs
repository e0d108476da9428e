using Genie.Generators;

namespace Genie.Datagrams.Packets.Generators;

/// <summary>What a packet or an enumeration of a description is called, and where it stands.</summary>
internal sealed record DescribedName(string Namespace, string Access, string Name, string Description, Origin Origin)
{
    public string FullName => $"{Namespace}.{Name}";

    public DeclarationModel Declaration => new(Access, Description);
}

/// <summary>A member of a packet, whose type is not looked up yet.</summary>
internal sealed record DescribedMember(string Name, string Type, MemberSettings Settings, string? Serializer, string Description, Origin Origin);

/// <summary>A packet of a description.</summary>
internal sealed record DescribedPacket(DescribedName Name, int? Id, bool IsStruct, EquatableArray<DescribedMember> Members);

/// <summary>An enumeration of a description.</summary>
internal sealed record DescribedEnum(DescribedName Name, string Underlying, bool IsFlags, EquatableArray<EnumValueModel> Values);

/// <summary>What an XML file has, by itself.</summary>
internal sealed record Description(EquatableArray<DescribedPacket> Packets, EquatableArray<DescribedEnum> Enums, EquatableArray<Mistake> Mistakes);

/// <summary>What all XML files give together.</summary>
internal sealed record Resolution(EquatableArray<Reading> Packets, EquatableArray<EnumModel> Enums, EquatableArray<Mistake> Mistakes);
