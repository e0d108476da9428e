using System.Buffers.Binary;
using System.Text;

namespace Genie.Brokers.Aeron.Messaging;

/// <summary>
/// What the first eight bytes of a message say: the correlation of a request or an answer, or one of two numbers that no
/// correlation is, as no table of pending requests has so many slots. The messages between the two sides of a stream:
/// a connection greets with its stream of answers, the listener welcomes it there, and the connection says good-bye when
/// nothing more will come. A listener that stops says so to its connections, and waits for these good-byes; so nothing that was
/// sent to it is lost, not even while no media driver is there to remove its announcement.
/// </summary>
internal static class StreamHead
{
    /// <summary>A message that wants no answer follows.</summary>
    public const ulong OneWay = ulong.MaxValue;

    /// <summary>One of the messages below follows.</summary>
    public const ulong Control = ulong.MaxValue - 1;

    private const byte HelloKind = 1;
    private const byte WelcomeKind = 2;
    private const byte ByeKind = 3;
    private const byte StoppingKind = 4;

    /// <summary>Nothing more comes from this session.</summary>
    public static byte[] Bye { get; } = [ByeKind];

    /// <summary>Answers go there.</summary>
    public static byte[] Hello(int streamId, string channel) => [HelloKind, .. Number(streamId), .. Encoding.UTF8.GetBytes(channel)];

    /// <summary>The listener on that stream takes messages.</summary>
    public static byte[] Welcome(int streamId) => [WelcomeKind, .. Number(streamId)];

    /// <summary>The listener on that stream stops: a good-bye is awaited.</summary>
    public static byte[] Stopping(int streamId) => [StoppingKind, .. Number(streamId)];

    /// <summary>Reads a greeting.</summary>
    public static bool TryReadHello(ReadOnlySpan<byte> message, out int streamId, out string channel)
    {
        (streamId, channel) = (0, "");
        if (message is not [HelloKind, _, _, _, _, ..]) return false;
        streamId = BinaryPrimitives.ReadInt32LittleEndian(message[1..]);
        channel = Encoding.UTF8.GetString(message[(1 + sizeof(int))..]);
        return true;
    }

    /// <summary>Reads a welcome.</summary>
    public static bool TryReadWelcome(ReadOnlySpan<byte> message, out int streamId) => TryReadStream(message, WelcomeKind, out streamId);

    /// <summary>Reads that a listener stops.</summary>
    public static bool TryReadStopping(ReadOnlySpan<byte> message, out int streamId) => TryReadStream(message, StoppingKind, out streamId);

    /// <summary>True for a good-bye.</summary>
    public static bool IsBye(ReadOnlySpan<byte> message) => message is [ByeKind];

    private static bool TryReadStream(ReadOnlySpan<byte> message, byte kind, out int streamId)
    {
        var isRead = message is [var read, _, _, _, _] && read == kind;
        streamId = isRead ? BinaryPrimitives.ReadInt32LittleEndian(message[1..]) : 0;
        return isRead;
    }

    private static byte[] Number(int value)
    {
        var bytes = new byte[sizeof(int)];
        BinaryPrimitives.WriteInt32LittleEndian(bytes, value);
        return bytes;
    }
}
