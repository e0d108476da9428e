using Genie.Datagrams.Packets;
using Genie.Datagrams.Rpc;

namespace Genie.Datagrams.Zones.Wire;

/// <summary>What clients call at zone servers. What is ordered goes over channel 0.</summary>
[DatagramService(23_001)]
internal interface IZoneCalls
{
    /// <summary>Which zones are near, and where their owners are.</summary>
    [Delivery(DeliveryMode.ReliableUnordered)]
    ValueTask<NearbyZones> Locate(double latitude, double longitude, double radiusMetres, CancellationToken cancellationToken);

    ValueTask<AttachAnswer> Attach(AttachRequest request, CancellationToken cancellationToken);

    /// <summary>A message to the entity; its number is that of the one before and 1.</summary>
    void Tell([PacketMember(Min = 1, Max = ZoneLimits.MaxNumber)] long number, [PacketMember(Serializer = typeof(MessageFormat))] ReadOnlyMemory<byte> message);

    /// <summary>The entity's messages up to this one have arrived.</summary>
    [Delivery(DeliveryMode.ReliableUnordered)]
    void Acknowledge([PacketMember(Min = 0, Max = ZoneLimits.MaxNumber)] long number);

    [Delivery(DeliveryMode.Sequenced, Channel = 1)]
    void Move(double latitude, double longitude);

    /// <summary>What is published within a circle is wanted.</summary>
    [Delivery(DeliveryMode.Sequenced, Channel = 2)]
    void Watch(double latitude, double longitude, double radiusMetres);
}

/// <summary>What zone servers call at clients. What is ordered goes over channel 0.</summary>
[DatagramService(23_002)]
internal interface IZoneEvents
{
    /// <summary>A message of the entity; its number is that of the one before and 1.</summary>
    void Deliver([PacketMember(Min = 1, Max = ZoneLimits.MaxNumber)] long number, [PacketMember(Serializer = typeof(MessageFormat))] ReadOnlyMemory<byte> message);

    /// <summary>The client's messages up to this one are kept.</summary>
    void Confirm([PacketMember(Min = 0, Max = ZoneLimits.MaxNumber)] long number);

    /// <summary>Messages after this one were not taken and are to be sent again.</summary>
    void Resend([PacketMember(Min = 0, Max = ZoneLimits.MaxNumber)] long received);

    /// <summary>Another server has the entity now.</summary>
    void Redirect([PacketMember(Min = 0, Max = int.MaxValue)] int zone, [PacketMember(Min = 0, Max = ZoneLimits.MaxNumber)] long epoch, [PacketMember(Serializer = typeof(AddressFormat))] DatagramAddress owner);

    /// <summary>This server does not serve the entity any more: it does not own the zone, of which it knows this epoch.</summary>
    void Refuse([PacketMember(Min = -1, Max = int.MaxValue)] int zone, [PacketMember(Min = 0, Max = ZoneLimits.MaxNumber)] long epoch);

    /// <summary>Something within the watched circle.</summary>
    [Delivery(DeliveryMode.Unreliable)]
    void Publish([PacketMember(Serializer = typeof(MessageFormat))] ReadOnlyMemory<byte> message);
}

/// <summary>What zone servers call at each other.</summary>
[DatagramService(23_003)]
internal interface IZonePeers
{
    /// <summary>Takes over an entity, with all that was received from its client and is still to be sent to it.</summary>
    [Delivery(DeliveryMode.ReliableUnordered)]
    ValueTask<TransferStatus> Transfer(EntityPacket entity, CancellationToken cancellationToken);
}

internal enum TransferStatus : byte
{
    /// <summary>It is kept and served here now.</summary>
    Taken,

    /// <summary>Its zone is not this server's.</summary>
    NotOwner,

    /// <summary>Ask again.</summary>
    Busy,

    /// <summary>The caller has not shown the servers' key.</summary>
    Denied,
}
