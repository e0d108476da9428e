using Genie.Datagrams.Packets;

namespace Genie.Datagrams.Zones.Wire;

/// <summary>A client wants its entity to be served here.</summary>
/// <param name="Entity">The entity.</param>
/// <param name="Session">Of this run of the client: numbers of messages hold within it.</param>
/// <param name="Confirmed">The client's messages up to this one are known to be kept.</param>
/// <param name="Delivered">The entity's messages up to this one have reached the client.</param>
/// <param name="KnownEpoch">The highest epoch that the client knows of the zone at its position.</param>
/// <param name="Latitude">Where the entity is.</param>
/// <param name="Longitude">Where the entity is.</param>
[Packet]
internal sealed partial record AttachRequest(
    ulong Entity,
    ulong Session,
    [PacketMember(Min = 0, Max = ZoneLimits.MaxNumber)] long Confirmed,
    [PacketMember(Min = 0, Max = ZoneLimits.MaxNumber)] long Delivered,
    [PacketMember(Min = 0, Max = ZoneLimits.MaxNumber)] long KnownEpoch,
    double Latitude,
    double Longitude);

internal enum AttachStatus : byte
{
    /// <summary>It is served here.</summary>
    Attached,

    /// <summary>Its zone is not this server's.</summary>
    NotOwner,

    /// <summary>It is being handed over, or something failed: ask again.</summary>
    Busy,

    /// <summary>The application does not let this client have it.</summary>
    Denied,
}

/// <summary>The answer.</summary>
/// <param name="Status">What became of it.</param>
/// <param name="Zone">The zone that it is about, or -1 where there is none.</param>
/// <param name="Epoch">That zone's epoch, as far as this server knows.</param>
/// <param name="Received">The client's messages up to this one have been handled.</param>
/// <param name="Confirmed">Those up to this one are kept.</param>
/// <param name="Owner">Where the zone's owner is, if that is known and it is another server.</param>
[Packet]
internal sealed partial record AttachAnswer(
    AttachStatus Status,
    [PacketMember(Min = -1, Max = int.MaxValue)] int Zone,
    [PacketMember(Min = 0, Max = ZoneLimits.MaxNumber)] long Epoch,
    [PacketMember(Min = 0, Max = ZoneLimits.MaxNumber)] long Received,
    [PacketMember(Min = 0, Max = ZoneLimits.MaxNumber)] long Confirmed,
    [PacketMember(Serializer = typeof(AddressFormat))] DatagramAddress? Owner);
