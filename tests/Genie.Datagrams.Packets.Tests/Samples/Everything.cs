namespace Genie.Datagrams.Packets.Tests.Samples;

/// <summary>A member of each kind; what is below 64 takes one byte of header, this takes two.</summary>
[Packet(300)]
public sealed partial record Everything(
    bool Flag,
    byte Unsigned8,
    sbyte Signed8,
    short Signed16,
    ushort Unsigned16,
    int Signed32,
    uint Unsigned32,
    long Signed64,
    ulong Unsigned64,
    [PacketMember(Min = -5, Max = 20)] long Ranged,
    float Exact32,
    double Exact64,
    [PacketMember(Min = 0, Max = 1, Precision = 0.001)] double Quantized,
    [PacketMember(MaxBytes = 40)] string Text,
    Weapon Weapon,
    Effects Effects,
    Point Point)
{
    [PacketMember(MaxCount = 20)]
    public byte[] Bytes { get; init; } = [];

    [PacketMember(MaxCount = 9, Min = 10, Max = 13)]
    public required List<int> Numbers { get; init; }

    [PacketMember(MaxCount = 5, MaxBytes = 300)]
    public IReadOnlyList<string?> Names { get; init; } = [];

    [PacketMember(MaxCount = 4)]
    public Track[] Tracks { get; init; } = [];

    [PacketMember(MaxCount = 3)]
    public List<Point?>? Points { get; init; }

    public Track? Track { get; init; }

    public Point? Other { get; init; }

    public uint? Target { get; init; }

    [PacketMember(Serializer = typeof(GuidSerializer))]
    public Guid Id { get; init; }

    [PacketMember(Serializer = typeof(GuidSerializer), MaxCount = 4)]
    public Guid[] Ids { get; init; } = [];

    [PacketMember(Serializer = typeof(GuidSerializer))]
    public Guid? Owner { get; init; }

    /// <summary>Not sent.</summary>
    [PacketIgnore]
    public int Local { get; init; }

    /// <summary>Not sent either: it cannot be set.</summary>
    public int Sum => Signed32 + Signed16;
}

/// <summary>Only within others.</summary>
[Packet]
public readonly partial record struct Point([PacketMember(Min = 0, Max = 99)] int X, [PacketMember(Min = 0, Max = 99)] int Y);

/// <summary>Only within others, and one that has a list.</summary>
[Packet]
public sealed partial record Track([PacketMember(MaxBytes = 12)] string Name, [property: PacketMember(MaxCount = 6)] Point[] Points);

/// <summary>Values with gaps, one of them negative.</summary>
public enum Weapon : short
{
    None = -1,
    Sword = 3,
    Bow = 7,
}

/// <summary>Bits with a gap.</summary>
[Flags]
public enum Effects : ulong
{
    None = 0,
    Slow = 1,
    Burning = 1 << 2,
    Marked = 1UL << 63,
}

/// <summary>A serializer of one's own.</summary>
public sealed class GuidSerializer : IPacketMemberSerializer<Guid>
{
    public static int MaxBits => 128;

    public static bool TryWrite(ref BitWriter writer, Guid value)
    {
        Span<byte> bytes = stackalloc byte[16];
        return value.TryWriteBytes(bytes) && writer.WriteBytes(bytes);
    }

    public static bool TryRead(ref BitReader reader, out Guid value)
    {
        Span<byte> bytes = stackalloc byte[16];
        var isRead = reader.ReadBytes(bytes);
        value = new Guid(bytes);
        return isRead;
    }
}

/// <summary>Nothing but its id.</summary>
[Packet(63)]
public sealed partial record Ping;

/// <summary>Keywords and names of the generated code itself as members' names.</summary>
[Packet(64)]
public partial record struct @event(int @class, int writer, int packet, int Error, [PacketMember(MaxCount = 2)] int[] baseline);
