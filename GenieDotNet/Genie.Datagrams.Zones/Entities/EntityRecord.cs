using Genie.Datagrams.Packets;
using Genie.Datagrams.Zones.Wire;

namespace Genie.Datagrams.Zones;

/// <summary>All that must outlive a zone server of an entity: its state, and how far the conversation with its client has come.</summary>
public sealed record EntityRecord
{
    /// <summary>The entity.</summary>
    public required ulong Entity { get; init; }

    /// <summary>1 for the first one that is saved; each further one has the next.</summary>
    public long Version { get; init; }

    /// <summary>The run of the client that the numbers hold for.</summary>
    public ulong Session { get; init; }

    /// <summary>The client's messages up to this one are contained in the state.</summary>
    public long Received { get; init; }

    /// <summary>The number of the first message in <see cref="Outbox"/>; the others follow.</summary>
    public long FirstSent { get; init; } = 1;

    /// <summary>Messages to the client that it has not acknowledged.</summary>
    public IReadOnlyList<ReadOnlyMemory<byte>> Outbox { get; init; } = [];

    /// <summary>What the application keeps of it.</summary>
    public ReadOnlyMemory<byte> State { get; init; }

    /// <summary>Where it was when this was made.</summary>
    public MapPosition Position { get; init; }

    /// <summary>The record as bytes, for stores.</summary>
    public byte[] ToBytes()
    {
        var packet = ToPacket();
        var bytes = new byte[256 + State.Length + Outbox.Sum(message => message.Length + sizeof(int))];
        if (!PacketSerializer.TryWrite(packet, bytes, out var written, out var error)) throw new ZoneException($"The entity {Entity} cannot be written ({error}): keep to ZoneLimits.", isTransient: false);
        return bytes[..written];
    }

    /// <summary>Reads what <see cref="ToBytes"/> wrote.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <returns>The record, or null for anything else.</returns>
    public static EntityRecord? Read(ReadOnlySpan<byte> bytes) => PacketSerializer.TryRead<EntityPacket>(bytes, out var packet) ? Of(packet) : null;

    internal EntityPacket ToPacket() => new(Entity, Version, Session, Received, FirstSent, Position.Latitude, Position.Longitude, State, Outbox);

    internal static EntityRecord Of(EntityPacket packet) => new()
    {
        Entity = packet.Entity,
        Version = packet.Version,
        Session = packet.Session,
        Received = packet.Received,
        FirstSent = packet.FirstSent,
        Position = new MapPosition(packet.Latitude, packet.Longitude),
        State = packet.State,
        Outbox = packet.Outbox,
    };
}
