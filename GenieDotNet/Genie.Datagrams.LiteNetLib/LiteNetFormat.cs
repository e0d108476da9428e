using System.Buffers.Binary;

namespace Genie.Datagrams.LiteNetLib;

/// <summary>
/// What goes into LiteNetLib's messages. The request for a connection: magic (4), version (1), the largest message taken (4), data. The server's first message: 0, the largest
/// message taken (4), data. All others: mode (1), channel (1), the number (4) of what is unreliable or sequenced, the message. The end of a connection: reason (1), data. Numbers are
/// little-endian.
/// </summary>
internal static class LiteNetFormat
{
    /// <summary>The kind of the server's first message; all others begin with their mode.</summary>
    public const byte Accept = 0;

    /// <summary>What an accept has before its data.</summary>
    public const int AcceptHeadBytes = 5;

    /// <summary>What a message has before its bytes, at most.</summary>
    public const int MaxHeadBytes = NumberOffset + sizeof(uint);

    private const uint Magic = 0x4E4C_4447;
    private const byte Version = 1;
    private const int HelloHeadBytes = 9;
    private const int NumberOffset = 2;

    /// <summary>What a message of a mode has before its bytes.</summary>
    public static int HeadBytes(DeliveryMode mode) => mode is DeliveryMode.Unreliable or DeliveryMode.Sequenced ? MaxHeadBytes : NumberOffset;

    /// <summary>Writes a message's head.</summary>
    public static void WriteHead(Span<byte> destination, DeliveryMode mode, byte channel, uint number)
    {
        destination[0] = (byte)mode;
        destination[1] = channel;
        if (HeadBytes(mode) == MaxHeadBytes) BinaryPrimitives.WriteUInt32LittleEndian(destination[NumberOffset..], number);
    }

    /// <summary>Reads what <see cref="WriteHead"/> wrote.</summary>
    /// <returns>False if it is no message.</returns>
    public static bool TryReadHead(ReadOnlySpan<byte> source, out DeliveryMode mode, out byte channel, out uint number)
    {
        (mode, channel, number) = (default, 0, 0);
        if (source.Length < NumberOffset) return false;
        (mode, channel) = ((DeliveryMode)source[0], source[1]);
        if (mode is < DeliveryMode.Unreliable or > DeliveryMode.ReliableOrdered || source.Length < HeadBytes(mode)) return false;
        if (HeadBytes(mode) == MaxHeadBytes) number = BinaryPrimitives.ReadUInt32LittleEndian(source[NumberOffset..]);
        return true;
    }

    /// <summary>The request for a connection.</summary>
    public static byte[] Hello(int maxMessageBytes, ReadOnlySpan<byte> data)
    {
        var hello = new byte[HelloHeadBytes + data.Length];
        BinaryPrimitives.WriteUInt32LittleEndian(hello, Magic);
        hello[sizeof(uint)] = Version;
        BinaryPrimitives.WriteInt32LittleEndian(hello.AsSpan(sizeof(uint) + 1), maxMessageBytes);
        data.CopyTo(hello.AsSpan(HelloHeadBytes));
        return hello;
    }

    /// <summary>Reads what <see cref="Hello"/> made; false for that of another program or version.</summary>
    public static bool TryReadHello(ReadOnlySpan<byte> hello, out int maxMessageBytes, out ReadOnlySpan<byte> data)
    {
        maxMessageBytes = 0;
        data = default;
        if (hello.Length is < HelloHeadBytes or > HelloHeadBytes + DatagramOptions.MaxHandshakeDataBytes) return false;
        if (BinaryPrimitives.ReadUInt32LittleEndian(hello) != Magic || hello[sizeof(uint)] != Version) return false;
        maxMessageBytes = BinaryPrimitives.ReadInt32LittleEndian(hello[(sizeof(uint) + 1)..]);
        data = hello[HelloHeadBytes..];
        return maxMessageBytes > 0;
    }

    /// <summary>Writes the server's first message, of <see cref="AcceptHeadBytes"/> and the data.</summary>
    public static void WriteAccept(Span<byte> destination, int maxMessageBytes, ReadOnlySpan<byte> data)
    {
        destination[0] = Accept;
        BinaryPrimitives.WriteInt32LittleEndian(destination[1..], maxMessageBytes);
        data.CopyTo(destination[AcceptHeadBytes..]);
    }

    /// <summary>Reads what <see cref="WriteAccept"/> wrote.</summary>
    public static bool TryReadAccept(ReadOnlySpan<byte> message, out int maxMessageBytes, out ReadOnlySpan<byte> data)
    {
        maxMessageBytes = 0;
        data = default;
        if (message.Length is < AcceptHeadBytes or > AcceptHeadBytes + DatagramOptions.MaxHandshakeDataBytes || message[0] != Accept) return false;
        maxMessageBytes = BinaryPrimitives.ReadInt32LittleEndian(message[1..]);
        data = message[AcceptHeadBytes..];
        return maxMessageBytes > 0;
    }

    /// <summary>What the end of a connection tells.</summary>
    public static byte[] Farewell(DisconnectReason reason, ReadOnlySpan<byte> data) => [(byte)reason, .. data];

    /// <summary>Reads what <see cref="Farewell"/> made; of one without a reason, which is not of this library, it is the default.</summary>
    public static DisconnectReason ReadFarewell(ReadOnlySpan<byte> farewell, DisconnectReason byDefault, out ReadOnlySpan<byte> data)
    {
        data = farewell.IsEmpty ? default : farewell[1..];
        var reason = farewell.IsEmpty ? byDefault : (DisconnectReason)farewell[0];
        return reason is DisconnectReason.Local or >= DisconnectReason.Timeout || !Enum.IsDefined(reason) ? DisconnectReason.Remote : reason;
    }
}
