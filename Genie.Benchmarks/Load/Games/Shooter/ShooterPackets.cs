using Genie.Datagrams.Packets;

namespace Genie.Benchmarks.Load.Games.Shooter;

/// <summary>Published, unreliable: where a ship is.</summary>
[Packet(1)]
internal readonly partial record struct ShipSeen(
    [PacketMember(Min = 0, Max = ShooterArena.ShipsMax)] int Ship,
    [PacketMember(Min = 0, Max = ShooterArena.SideCells, Precision = ShooterPackets.StepCells)] float X,
    [PacketMember(Min = 0, Max = ShooterArena.SideCells, Precision = ShooterPackets.StepCells)] float Y,
    [PacketMember(Min = 0, Max = ShipState.FullHealth)] int Health);

/// <summary>Published, unreliable: a ship has fired, from where and in which direction, radians from east counter-clockwise.</summary>
[Packet(2)]
internal readonly partial record struct ShotSeen(
    [PacketMember(Min = 0, Max = ShooterArena.ShipsMax)] int Ship,
    uint Number,
    [PacketMember(Min = 0, Max = ShooterArena.SideCells, Precision = ShooterPackets.StepCells)] float X,
    [PacketMember(Min = 0, Max = ShooterArena.SideCells, Precision = ShooterPackets.StepCells)] float Y,
    [PacketMember(Min = -4, Max = 4, Precision = ShooterPackets.StepRadians)] float Heading);

/// <summary>Published, unreliable: a ship was hit.</summary>
[Packet(3)]
internal readonly partial record struct HitSeen(
    [PacketMember(Min = 0, Max = ShooterArena.ShipsMax)] int Ship,
    [PacketMember(Min = 0, Max = ShooterArena.ShipsMax)] int By,
    bool IsDestroyed);

/// <summary>A ship's client to its entity, reliable: its shot with a number has left in this direction.</summary>
[Packet(4)]
internal readonly partial record struct ShotFired(uint Number, [PacketMember(Min = -4, Max = 4, Precision = ShooterPackets.StepRadians)] float Heading);

/// <summary>A ship's client to its entity, reliable: its hit with a number, by which other ship.</summary>
[Packet(5)]
internal readonly partial record struct HitTaken(uint Number, [PacketMember(Min = 0, Max = ShooterArena.ShipsMax)] int By);

/// <summary>An entity to its client, reliable: it was destroyed for so many times, and begins anew elsewhere.</summary>
[Packet(6)]
internal readonly partial record struct ShipDestroyed(uint Number);

/// <summary>What is kept of a ship. Kept are its reliable messages, counted; one that is missing, doubled or out of order counts as disorder.</summary>
[Packet(7)]
internal readonly partial record struct ShipState(uint Shots, uint Hits, uint Destroyed, uint Disorder, [PacketMember(Min = 0, Max = ShipState.FullHealth)] int Health)
{
    /// <summary>Hits that a ship takes.</summary>
    public const int FullHealth = 5;

    /// <summary>A new ship.</summary>
    public static ShipState New => new(0, 0, 0, 0, FullHealth);

    /// <summary>Reads what an entity keeps; a new ship if that is nothing.</summary>
    public static ShipState Of(ReadOnlyMemory<byte> bytes) => PacketSerializer.TryRead<ShipState>(bytes.Span, out var state) ? state : New;

    /// <summary>After a shot with a number.</summary>
    public ShipState Fire(uint number) => this with { Shots = Shots + 1, Disorder = Disorder + (number == Shots + 1 ? 0u : 1u) };

    /// <summary>After a hit with a number; the last one of a ship destroys it.</summary>
    public ShipState TakeHit(uint number)
    {
        var isLast = Health <= 1;
        return this with
        {
            Hits = Hits + 1,
            Disorder = Disorder + (number == Hits + 1 ? 0u : 1u),
            Health = isLast ? FullHealth : Health - 1,
            Destroyed = Destroyed + (isLast ? 1u : 0u),
        };
    }
}

/// <summary>Writes packets.</summary>
internal static class ShooterPackets
{
    /// <summary>How exact points are sent, cells.</summary>
    public const double StepCells = 0.001;

    /// <summary>How exact directions are sent, radians.</summary>
    public const double StepRadians = 0.001;

    /// <summary>A packet's bytes.</summary>
    /// <exception cref="ArgumentOutOfRangeException">A member is out of its range.</exception>
    public static byte[] ToBytes<T>(in T packet)
        where T : IPacket<T>
    {
        Span<byte> buffer = stackalloc byte[(int)PacketSerializer.MaxBytes<T>()];
        if (!PacketSerializer.TryWrite(packet, buffer, out var written, out var error)) throw new ArgumentOutOfRangeException(nameof(packet), packet, $"It cannot be sent: {error}.");
        return buffer[..written].ToArray();
    }
}
