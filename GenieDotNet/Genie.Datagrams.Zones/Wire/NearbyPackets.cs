using Genie.Datagrams.Packets;

namespace Genie.Datagrams.Zones.Wire;

/// <summary>A zone near a position.</summary>
[Packet]
internal readonly partial record struct NearbyZone(
    [PacketMember(Min = 0, Max = int.MaxValue)] int Zone,
    [PacketMember(Min = 0, Max = ZoneLimits.MaxNumber)] long Epoch,
    bool IsLive,
    double DistanceMetres,
    [PacketMember(Serializer = typeof(AddressFormat))] DatagramAddress? Owner);

/// <summary>The zones near a position, nearest first; the first one has the position if its distance is 0.</summary>
[Packet]
internal sealed partial record NearbyZones([PacketMember(Min = 0, Max = ZoneLimits.MaxNumber)] long MapVersion, [PacketMember(MaxCount = ZoneLimits.MaxNearbyZones)] IReadOnlyList<NearbyZone> Zones);
