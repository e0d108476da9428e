using System.Buffers.Binary;
using Genie.Datagrams;

namespace Genie.Benchmarks.Load.Games;

/// <summary>
/// A message of a client, or what the server says of one: kind (1), number of its sender in the room (1), its own number (4), when it was due to be sent in
/// microseconds (8); little-endian, and zeros up to its length. A snapshot is the kind and one update after the other.
/// </summary>
internal readonly record struct GameMessage(GameMessageKind Kind, byte Member, uint Number, long SentAtMicroseconds)
{
    /// <summary>The least that a message takes.</summary>
    public const int BytesMin = 1 + 1 + sizeof(uint) + sizeof(long);

    /// <summary>How such a message is sent.</summary>
    public DeliveryMode Mode => Kind switch
    {
        GameMessageKind.OrderedEvent => DeliveryMode.ReliableOrdered,
        GameMessageKind.UnorderedEvent => DeliveryMode.ReliableUnordered,
        _ => DeliveryMode.Sequenced,
    };

    /// <summary>Writes it.</summary>
    /// <param name="target">Its length is the message's.</param>
    public void Write(Span<byte> target)
    {
        target.Clear();
        (target[0], target[1]) = ((byte)Kind, Member);
        BinaryPrimitives.WriteUInt32LittleEndian(target[2..], Number);
        BinaryPrimitives.WriteInt64LittleEndian(target[(2 + sizeof(uint))..], SentAtMicroseconds);
    }

    /// <summary>Reads one; false for anything else.</summary>
    public static bool TryRead(ReadOnlySpan<byte> source, out GameMessage message)
    {
        message = default;
        if (source.Length < BytesMin || source[0] is 0 or > (byte)GameMessageKind.UnorderedEvent || source[1] >= GameWorkload.RoomMembersMax) return false;
        message = new((GameMessageKind)source[0], source[1], BinaryPrimitives.ReadUInt32LittleEndian(source[2..]), BinaryPrimitives.ReadInt64LittleEndian(source[(2 + sizeof(uint))..]));
        return true;
    }
}

/// <summary>What a message is.</summary>
internal enum GameMessageKind : byte
{
    /// <summary>A client's state.</summary>
    Update = 1,

    /// <summary>An event that keeps its order.</summary>
    OrderedEvent = 2,

    /// <summary>An event that may be overtaken.</summary>
    UnorderedEvent = 3,

    /// <summary>The newest states of a room.</summary>
    Snapshot = 4,
}
