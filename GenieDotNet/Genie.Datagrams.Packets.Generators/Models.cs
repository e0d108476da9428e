using Genie.Generators;

namespace Genie.Datagrams.Packets.Generators;

/// <summary>How a value is written.</summary>
internal enum ValueKind
{
    /// <summary>One bit.</summary>
    Boolean,

    /// <summary>A whole number within a range.</summary>
    Integer,

    /// <summary>A whole number within the range of the enumeration's values.</summary>
    Enum,

    /// <summary>32 bits.</summary>
    Single,

    /// <summary>64 bits.</summary>
    Double,

    /// <summary>A number of steps.</summary>
    Quantized,

    /// <summary>UTF-8 after its length.</summary>
    Text,

    /// <summary>The members of another type.</summary>
    Packet,

    /// <summary>By a serializer of the user's own.</summary>
    Own,

    /// <summary>Elements after their number.</summary>
    List,
}

/// <summary>A value: all that is written about it.</summary>
/// <param name="Kind">How it is written.</param>
/// <param name="Type">The C# type in full, without the question mark of an optional one.</param>
internal sealed record ValueModel(ValueKind Kind, string Type)
{
    /// <summary>May be null.</summary>
    public bool IsOptional { get; init; }

    /// <summary>The least value of a whole number.</summary>
    public decimal Min { get; init; }

    /// <summary>The greatest value of a whole number.</summary>
    public decimal Max { get; init; }

    /// <summary>The values of an enumeration, where some between the least and the greatest are missing.</summary>
    public EquatableArray<decimal> Declared { get; init; }

    /// <summary>All bits of an enumeration of flags, where some below the highest are missing.</summary>
    public decimal? Flags { get; init; }

    /// <summary>The lower end of a quantized float.</summary>
    public double From { get; init; }

    /// <summary>The upper end of a quantized float.</summary>
    public double To { get; init; }

    /// <summary>Steps between the ends.</summary>
    public ulong Steps { get; init; }

    /// <summary>The most bytes of a text, or elements of a list.</summary>
    public int Limit { get; init; }

    /// <summary>What a list holds.</summary>
    public ValueModel? Element { get; init; }

    /// <summary>How a list is made: the type in full; null: an array.</summary>
    public string? ListType { get; init; }

    /// <summary>True if the number of elements is Length, not Count.</summary>
    public bool HasLength { get; init; }

    /// <summary>The serializer of the user's own, in full.</summary>
    public string? Serializer { get; init; }

    /// <summary>The type as it is declared.</summary>
    public string Declaration => IsOptional ? Type + "?" : Type;

    /// <summary>Whether numbers are beyond what a long holds.</summary>
    public bool IsUnsigned => Max > long.MaxValue;

    /// <summary>The value itself, or what a list holds.</summary>
    public ValueModel Innermost => Element ?? this;
}

/// <summary>A member.</summary>
/// <param name="Name">Its name, as it is, without an at sign.</param>
/// <param name="Value">What it holds.</param>
/// <param name="IsParameter">True if the constructor takes it.</param>
/// <param name="Description">For its documentation, if it comes from XML.</param>
internal sealed record MemberModel(string Name, ValueModel Value, bool IsParameter, string Description);

/// <summary>How a type is declared that has no other part.</summary>
/// <param name="Access">Public or internal.</param>
/// <param name="Description">For its documentation.</param>
internal sealed record DeclarationModel(string Access, string Description);

/// <summary>A packet.</summary>
/// <param name="Namespace">Null: the global one.</param>
/// <param name="Name">The type's name.</param>
/// <param name="IsStruct">A record struct.</param>
/// <param name="Id">Null: it stands within others only.</param>
/// <param name="Members">In their order.</param>
/// <param name="Declaration">Null: there is another part.</param>
internal sealed record PacketModel(string? Namespace, string Name, bool IsStruct, int? Id, EquatableArray<MemberModel> Members, DeclarationModel? Declaration)
{
    /// <summary>The name with its namespace.</summary>
    public string FullName => Namespace is null ? Name : $"{Namespace}.{Name}";
}

/// <summary>A value of an enumeration that comes from XML.</summary>
internal sealed record EnumValueModel(string Name, decimal Value, string Description);

/// <summary>An enumeration that comes from XML.</summary>
/// <param name="Namespace">Its namespace.</param>
/// <param name="Name">Its name.</param>
/// <param name="Underlying">The C# keyword of what it is made of.</param>
/// <param name="IsFlags">Its values are combined.</param>
/// <param name="Values">In their order.</param>
/// <param name="Declaration">How it is declared.</param>
internal sealed record EnumModel(string Namespace, string Name, string Underlying, bool IsFlags, EquatableArray<EnumValueModel> Values, DeclarationModel Declaration);

/// <summary>What a type gave: a model if it can be generated for, and its mistakes.</summary>
internal sealed record Reading(PacketModel? Packet, TakenId? Id, EquatableArray<Mistake> Mistakes);
