using Genie.Datagrams.Packets;

namespace Genie.Datagrams.Zones.Wire;

/// <summary>An <see cref="EntityRecord"/> between servers and in stores.</summary>
[Packet(1)]
internal sealed partial record EntityPacket(
    ulong Entity,
    [PacketMember(Min = 0, Max = ZoneLimits.MaxNumber)] long Version,
    ulong Session,
    [PacketMember(Min = 0, Max = ZoneLimits.MaxNumber)] long Received,
    [PacketMember(Min = 1, Max = ZoneLimits.MaxNumber)] long FirstSent,
    double Latitude,
    double Longitude,
    [PacketMember(Serializer = typeof(StateFormat))] ReadOnlyMemory<byte> State,
    [PacketMember(Serializer = typeof(MessageFormat), MaxCount = ZoneLimits.MaxOutboxMessages)] IReadOnlyList<ReadOnlyMemory<byte>> Outbox);
