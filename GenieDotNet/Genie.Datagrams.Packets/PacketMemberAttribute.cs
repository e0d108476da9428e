namespace Genie.Datagrams.Packets;

/// <summary>
/// How a member of a packet is written. What it says of ranges and texts holds for the elements of an array or a list. It stands on a property, or on a parameter of
/// the primary constructor; Genie.Datagrams.Rpc reads it on parameters and results of methods. The generator refuses what does not suit the member's type.
/// </summary>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Parameter | AttributeTargets.ReturnValue)]
public sealed class PacketMemberAttribute : Attribute
{
    /// <summary>The least value of a number. Whole numbers between <see cref="Min"/> and <see cref="Max"/> take as few bits as there are values; exact up to 2^53.</summary>
    public double Min { get; init; }

    /// <summary>The greatest value of a number, above <see cref="Min"/>.</summary>
    public double Max { get; init; }

    /// <summary>
    /// For <c>float</c> and <c>double</c> with <see cref="Min"/> and <see cref="Max"/>: values are sent as a number of steps of at most this width, so that what is read differs by
    /// half of it at most.
    /// </summary>
    public double Precision { get; init; }

    /// <summary>The most bytes of UTF-8 that a string has, 1 to 65,535.</summary>
    public int MaxBytes { get; init; }

    /// <summary>The most elements that an array or a list has, 1 to 65,535.</summary>
    public int MaxCount { get; init; }

    /// <summary>A serializer of one's own: a type that implements <see cref="IPacketMemberSerializer{T}"/> for the member's type, or for that of its elements.</summary>
    public Type? Serializer { get; init; }
}
