using Genie.Datagrams.Packets;

namespace Genie.Datagrams.Zones.Wire;

internal enum DirectoryEventKind : byte
{
    /// <summary>A server's lease was renewed.</summary>
    Renewed,

    /// <summary>A server's lease has ended at its own wish.</summary>
    Left,

    /// <summary>A zone has another owner.</summary>
    Assigned,
}

/// <summary>What happened in a directory.</summary>
[Packet(2)]
internal sealed partial record DirectoryEvent(
    DirectoryEventKind Kind,
    [PacketMember(MaxBytes = DirectoryEvent.MaxNameBytes)] string Server,
    [PacketMember(Serializer = typeof(AddressFormat))] DatagramAddress Address,
    bool IsLeaving,
    [PacketMember(Min = 0, Max = int.MaxValue)] int Zone,
    [PacketMember(Min = 0, Max = ZoneLimits.MaxNumber)] long Epoch)
{
    public const int MaxNameBytes = 400;

    public static DirectoryEvent Renewed(ZoneServerInfo server) => new(DirectoryEventKind.Renewed, server.Name, server.Address, server.IsLeaving, 0, 0);

    public static DirectoryEvent Left(string server) => new(DirectoryEventKind.Left, server, default, IsLeaving: true, 0, 0);

    public static DirectoryEvent Assigned(int zone, long epoch, ZoneServerInfo to) => new(DirectoryEventKind.Assigned, to.Name, to.Address, to.IsLeaving, zone, epoch);

    public static DirectoryEvent? Read(ReadOnlySpan<byte> bytes) => PacketSerializer.TryRead<DirectoryEvent>(bytes, out var read) ? read : null;

    public byte[] ToBytes() => PacketBytes.Of(this);

    public void ApplyTo(LeaseTable table)
    {
        var server = new ZoneServerInfo(Server, Address) { IsLeaving = IsLeaving };
        if (Kind == DirectoryEventKind.Renewed) table.Renew(server);
        else if (Kind == DirectoryEventKind.Left) table.End(Server);
        else table.Apply(Zone, Epoch, server);
    }
}

/// <summary>A directory as the events that would make it, and how many assignments it has seen.</summary>
[Packet(3)]
internal sealed partial record DirectorySnapshot(
    [PacketMember(Min = 0, Max = ZoneLimits.MaxNumber)] long Version,
    [PacketMember(MaxCount = DirectorySnapshot.MaxEvents)] IReadOnlyList<DirectoryEvent> Events)
{
    public const int MaxEvents = 65_535;

    public static DirectorySnapshot? Read(ReadOnlySpan<byte> bytes) => PacketSerializer.TryRead<DirectorySnapshot>(bytes, out var read) ? read : null;

    public byte[] ToBytes() => PacketBytes.Of(this, 64 + (Events.Count * (DirectoryEvent.MaxNameBytes + 64)));
}

internal static class PacketBytes
{
    public static byte[] Of<T>(T packet, int maxBytes = 512) where T : IPacket<T>
    {
        var bytes = new byte[maxBytes];
        if (!PacketSerializer.TryWrite(packet, bytes, out var written, out var error)) throw new ZoneException($"A server or a zone cannot be written ({error}): names have at most {DirectoryEvent.MaxNameBytes} bytes.", isTransient: false);
        return bytes[..written];
    }
}
