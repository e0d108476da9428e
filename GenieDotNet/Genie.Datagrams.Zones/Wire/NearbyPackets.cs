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

/// <summary>What is near a position.</summary>
/// <param name="MapVersion">The version of the map that it is from.</param>
/// <param name="Zones">The zones, nearest first; the first one has the position if its distance is 0.</param>
/// <param name="Servers">Some servers whose leases run, near or not, others with each answer: for when all that the client knows have been replaced.</param>
[Packet]
internal sealed partial record NearbyZones(
    [PacketMember(Min = 0, Max = ZoneLimits.MaxNumber)] long MapVersion,
    [PacketMember(MaxCount = ZoneLimits.MaxNearbyZones)] IReadOnlyList<NearbyZone> Zones,
    [PacketMember(Serializer = typeof(AddressFormat), MaxCount = ZoneLimits.MaxServersNamed)] IReadOnlyList<DatagramAddress> Servers);
