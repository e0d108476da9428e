using Genie.Datagrams.Packets;
using Genie.Datagrams.Zones;

namespace Genie.Benchmarks.Load.Zones;

/// <summary>A client to its entity, reliable: its message with a number, from 1 on.</summary>
[Packet(11)]
internal readonly partial record struct WalkerSaid(uint Number);

/// <summary>An entity to its client, reliable: that message was handled, by which server, in which zone, and when on <see cref="ZoneFaultWorld.Now"/>.</summary>
[Packet(12)]
internal readonly partial record struct WalkerHeard(uint Number, int Server, int Zone, long HandledAt);

/// <summary>Numbers that came, counted: what is kept of an entity. So the store itself tells of servers that are gone whether they have lost a message or handled one twice.</summary>
/// <param name="Highest">The highest number so far.</param>
/// <param name="Lost">Numbers that were left out.</param>
/// <param name="Doubled">Numbers that came again, or late.</param>
[Packet(13)]
internal readonly partial record struct NumberCount(uint Highest, uint Lost, uint Doubled)
{
    /// <summary>After one more.</summary>
    public NumberCount Take(uint number) =>
        number > Highest ? this with { Highest = number, Lost = Lost + (number - Highest - 1) } : this with { Doubled = Doubled + 1 };

    /// <summary>Those that are missing when all have come up to a number.</summary>
    public long LostOf(uint last) => (long)Lost + Math.Max(0, (long)last - Highest);
}

/// <summary>Those packets as bytes.</summary>
internal static class WalkerPackets
{
    private const int MaxBytes = 32;

    /// <summary>As it is sent or kept.</summary>
    public static byte[] ToBytes<T>(in T packet)
        where T : IPacket<T>
    {
        Span<byte> bytes = stackalloc byte[MaxBytes];
        return PacketSerializer.TryWrite(packet, bytes, out var written, out var error) ? bytes[..written].ToArray() : throw new ZoneException($"{packet} cannot be written: {error}.", isTransient: false);
    }

    /// <summary>What is kept of an entity.</summary>
    public static NumberCount CountOf(ReadOnlyMemory<byte> state) => PacketSerializer.TryRead<NumberCount>(state.Span, out var count) ? count : default;
}
