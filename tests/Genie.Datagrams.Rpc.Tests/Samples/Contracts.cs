using Genie.Datagrams.Packets;

namespace Genie.Datagrams.Rpc.Tests.Samples;

[Packet]
public readonly partial record struct Position([PacketMember(Min = -1024, Max = 1024, Precision = 0.5)] float X, [PacketMember(Min = -1024, Max = 1024, Precision = 0.5)] float Y);

[Packet(3)]
public sealed partial record Shot([PacketMember(Min = 0, Max = 1023)] int Target, Position From, [PacketMember(MaxBytes = 20)] string? Weapon);

public enum Medal
{
    None,
    Silver,
    Gold,
}

public sealed class GuidFormat : IPacketMemberSerializer<Guid>
{
    public static int MaxBits => 128;

    public static bool TryWrite(ref BitWriter writer, Guid value) => writer.WriteBytes(value.ToByteArray());

    public static bool TryRead(ref BitReader reader, out Guid value)
    {
        Span<byte> bytes = stackalloc byte[16];
        var isRead = reader.ReadBytes(bytes);
        value = new Guid(bytes);
        return isRead;
    }
}

/// <summary>A serializer as it should not be: it throws at what others may send.</summary>
public sealed class ThrowingFormat : IPacketMemberSerializer<Version>
{
    public static int MaxBits => 8;

    public static bool TryWrite(ref BitWriter writer, Version value) => writer.WriteBits((ulong)value.Major, 8);

    public static bool TryRead(ref BitReader reader, out Version value)
    {
        var major = (int)reader.ReadBits(8);
        value = major < 200 ? new Version(major, 0) : throw new FormatException("no such version");
        return true;
    }
}

[DatagramService]
public interface IArena
{
    [Delivery(DeliveryMode.Unreliable)]
    void Move(Position position);

    [Delivery(DeliveryMode.Sequenced, Channel = 2)]
    void Look(int player, float angle);

    [Delivery(DeliveryMode.ReliableUnordered)]
    void Tell([PacketMember(MaxBytes = 200)] string text, Medal medal);

    [Delivery(DeliveryMode.ReliableOrdered, Channel = 1)]
    ValueTask Count(int number);

    void Jump();

    [Delivery(DeliveryMode.ReliableOrdered, Channel = 1)]
    ValueTask<long> Shoot(Shot shot, CancellationToken cancellationToken = default);

    [Delivery(DeliveryMode.ReliableUnordered)]
    [return: PacketMember(MaxCount = 50)]
    ValueTask<int[]> Scores([PacketMember(MaxCount = 100)] IReadOnlyList<int> players);

    [return: PacketMember(MaxBytes = 60_000)]
    ValueTask<string?> Echo([PacketMember(MaxBytes = 60_000)] string? text, CancellationToken cancellationToken);

    [MethodId(7)]
    [return: PacketMember(Serializer = typeof(GuidFormat))]
    ValueTask<Guid> Session([PacketMember(Serializer = typeof(GuidFormat))] Guid id, Medal @class);

    ValueTask<bool> Check([PacketMember(Serializer = typeof(ThrowingFormat))] Version version);

    ValueTask<Shot> Last();
}

[DatagramService(77)]
public interface IPlayerEvents
{
    [Delivery(DeliveryMode.ReliableOrdered, Channel = 3)]
    void Hit(int by, byte damage);

    ValueTask<int> Ask([PacketMember(MaxBytes = 100)] string question, CancellationToken cancellationToken);
}
