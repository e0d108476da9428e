namespace Genie.Datagrams.Packets;

/// <summary>A type with an id, which can be sent by itself: see <see cref="PacketSerializer"/>.</summary>
/// <typeparam name="TSelf">The type itself.</typeparam>
public interface IPacket<TSelf> : IPacketContent<TSelf> where TSelf : IPacket<TSelf>
{
    /// <summary>The number in its header, 0 to 16,383.</summary>
    static abstract int Id { get; }
}
