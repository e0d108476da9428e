namespace Genie.Datagrams.Packets;

/// <summary>
/// A <c>partial record</c> or <c>partial record struct</c> whose serializer is generated. Its members are the parameters of its primary constructor, then
/// its other properties that can be initialized, in the order in which they stand; that order is the format.
/// </summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct, Inherited = false)]
public sealed class PacketAttribute : Attribute
{
    /// <summary>A type without an id: it stands within packets only.</summary>
    public PacketAttribute()
    {
    }

    /// <summary>A packet.</summary>
    /// <param name="id">Its number, 0 to 16,383, which no other packet of the assembly has. Ids below 64 take one byte with the rest of the header, others two.</param>
    public PacketAttribute(int id) => Id = id;

    /// <summary>The number; null: it has none.</summary>
    public int? Id { get; }
}
