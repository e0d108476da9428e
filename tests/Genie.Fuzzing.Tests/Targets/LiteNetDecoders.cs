using Genie.Datagrams;
using Genie.Datagrams.LiteNetLib;

namespace Genie.Fuzzing.Tests.Targets;

/// <summary>What Genie.Datagrams.LiteNetLib finds in LiteNetLib's messages: whatever is read is written with the same bytes.</summary>
internal static class LiteNetDecoders
{
    private const int MaxMessageBytes = 1 << 16;

    /// <summary>The request for a connection, the server's first message, the head of all others, and the end.</summary>
    public static Decoder Messages() => new()
    {
        Genuine =
        [
            LiteNetFormat.Hello(MaxMessageBytes, "data"u8),
            Accept(MaxMessageBytes, "data"u8),
            Message(DeliveryMode.Unreliable, 0, 7),
            Message(DeliveryMode.Sequenced, 3, uint.MaxValue),
            Message(DeliveryMode.ReliableUnordered, 0, 0),
            Message(DeliveryMode.ReliableOrdered, 255, 0),
            LiteNetFormat.Farewell(DisconnectReason.Refused, "no"u8),
        ],
        Decode = static (input, unused) =>
        {
            var isHello = LiteNetFormat.TryReadHello(input, out var most, out var data);
            if (isHello) Compare(input, LiteNetFormat.Hello(most, data));
            var isAccept = LiteNetFormat.TryReadAccept(input, out most, out data);
            if (isAccept) Compare(input, Accept(most, data));
            var isMessage = LiteNetFormat.TryReadHead(input, out var mode, out var channel, out var number);
            if (isMessage) Compare(input, [.. Message(mode, channel, number), .. input[LiteNetFormat.HeadBytes(mode)..]]);
            var reason = LiteNetFormat.ReadFarewell(input, DisconnectReason.Timeout, out data);
            if (input.Length > 0 && reason == (DisconnectReason)input[0]) Compare(input, LiteNetFormat.Farewell(reason, data));
            return $"{isHello} {isAccept} {(isMessage ? mode : 0)} {reason}";
        },
    };

    private static byte[] Accept(int maxMessageBytes, ReadOnlySpan<byte> data)
    {
        var accept = new byte[LiteNetFormat.AcceptHeadBytes + data.Length];
        LiteNetFormat.WriteAccept(accept, maxMessageBytes, data);
        return accept;
    }

    private static byte[] Message(DeliveryMode mode, byte channel, uint number)
    {
        var head = new byte[LiteNetFormat.HeadBytes(mode)];
        LiteNetFormat.WriteHead(head, mode, channel, number);
        return head;
    }

    private static void Compare(ReadOnlySpan<byte> read, ReadOnlySpan<byte> written)
    {
        if (!read.SequenceEqual(written)) throw new InvalidOperationException($"{Convert.ToHexString(read)} was read, and is written as {Convert.ToHexString(written)}.");
    }
}
