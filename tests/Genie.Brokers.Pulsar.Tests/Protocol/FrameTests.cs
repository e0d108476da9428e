using System.Buffers;
using Genie.Brokers.Frame;
using Genie.Brokers.Pulsar.Wire.Protocol;
using Genie.Testing;

namespace Genie.Brokers.Pulsar.Tests.Protocol;

public sealed class FrameTests
{
    private static readonly string Asked = $"{Frames.ReplyTo}|{Frames.Correlation.ToText()}|010203";

    [Fact]
    public void A_message_is_read_as_it_was_written()
    {
        Assert.Equal([Asked], ReadMessage(Frames.ToMessage(Frames.Send(Frames.Request([1, 2, 3])))));
        Assert.Equal(["||"], ReadMessage(Frames.ToMessage(Frames.Send(new PulsarMessage(ReadOnlyMemory<byte>.Empty)))));
        Assert.Equal(["||FF"], ReadMessage(Frames.ToMessage(Frames.Send(new PulsarMessage(new byte[] { 0xFF }), key: "a-key"))));
    }

    [Fact]
    public void A_batch_is_read_message_by_message()
    {
        var messages = Enumerable.Range(0, 200).Select(number => number % 2 == 0 ? Frames.Request([1, 2, 3]) : new PulsarMessage(new byte[] { (byte)number })).ToArray();
        var read = ReadMessage(Frames.ToMessage(Frames.SendBatch(messages)));
        Assert.Equal(Enumerable.Range(0, 200).Select(number => number % 2 == 0 ? Asked : $"||{number:X2}"), read);
    }

    [Fact]
    public void The_checksum_covers_sizes_metadata_and_payload()
    {
        var send = Frames.Send(Frames.Request([1, 2, 3]));
        var buffer = new ReadOnlySequence<byte>(send);
        Assert.True(new PulsarFrameParser().TryRead(ref buffer, out var frame));
        var rest = frame.Rest.ToArray();
        Assert.Equal([0x0e, 0x01], rest[..2]);
        Assert.Equal(Crc32C.Compute(rest.AsSpan(6)), System.Buffers.Binary.BinaryPrimitives.ReadUInt32BigEndian(rest.AsSpan(2)));
    }

    [Fact]
    public void Any_changed_bit_behind_the_command_is_noticed()
    {
        var message = Frames.ToMessage(Frames.SendBatch(Frames.Request([1, 2, 3]), Frames.Request([4])));
        var buffer = new ReadOnlySequence<byte>(message);
        Assert.True(new PulsarFrameParser().TryRead(ref buffer, out var frame));
        for (var place = message.Length - (int)frame.Rest.Length; place < message.Length; place++)
        {
            for (var bit = 0; bit < 8; bit++)
            {
                message[place] ^= (byte)(1 << bit);
                Assert.Throws<BrokerProtocolException>(() => ReadMessage(message));
                message[place] ^= (byte)(1 << bit);
            }
        }
    }

    [Fact]
    public void Metadata_of_the_broker_before_the_message_are_passed_over()
    {
        var message = Frames.ToMessage(Frames.Send(Frames.Request([1, 2, 3])));
        var command = 8 + message[7];
        byte[] extra = [0x0e, 0x02, 0, 0, 0, 3, 9, 9, 9];
        byte[] longer = [.. message[..command], .. extra, .. message[command..]];
        longer[3] += (byte)extra.Length;
        Assert.Equal([Asked], ReadMessage(longer));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(20_261_121)]
    public void Frames_come_out_whole_however_they_are_cut(int seed)
    {
        var random = new Random(seed);
        var one = Frames.ToMessage(Frames.Send(Frames.Request([1, 2, 3])));
        var two = Frames.ToMessage(Frames.SendBatch(Frames.Request([1, 2, 3]), Frames.Request([1, 2, 3])));
        for (var round = 0; round < 500; round++)
        {
            byte[] stream = [.. one, .. two, .. one];
            Assert.Equal([Asked, Asked, Asked, Asked], Frames.Read(Segments.Cut(stream, random)));
            var cut = random.Next(stream.Length);
            Assert.True(Frames.Read(Segments.Cut(stream.AsMemory(0, cut), random)).Count < 4, $"seed {seed}, round {round}");
        }
    }

    [Fact]
    public void Frames_beyond_what_a_broker_sends_are_refused_before_they_are_read()
    {
        foreach (var head in new byte[][] { [0x7F, 0, 0, 0, 0, 0, 0, 2], [0, 0, 0, 5, 0, 0, 0, 2], [0, 0, 0, 1, 0, 0, 0, 0], "HTTP/1.1"u8.ToArray() })
            Assert.Throws<BrokerProtocolException>(() => Frames.Read(new ReadOnlySequence<byte>(head)));
    }

    [Fact]
    public void What_cannot_be_read_is_named_and_not_handed_on()
    {
        Assert.Equal((AckDiscard.Decompression, "a message that cannot be decompressed; it is acknowledged as damaged"), Of([8 << 3, 1, 9 << 3, 7]));
        Assert.Equal((AckDiscard.None, "a message compressed by method 9, which this client does not know"), Of([8 << 3, 9]));
        Assert.StartsWith("a message of 2,097,152 bytes, more than the 1,048,576", Of([8 << 3, 1, 9 << 3, 0x80, 0x80, 0x80, 1]).Problem, StringComparison.Ordinal);
        Assert.StartsWith("an encrypted message", Of([(13 << 3) | 2, 0]).Problem, StringComparison.Ordinal);
        Assert.Equal((AckDiscard.None, null), Of([8 << 3, 0]));
    }

    [Fact]
    public void Acknowledgements_and_permits_are_what_the_protocol_says()
    {
        var id = new PulsarEntryId(5, 300, PulsarEntryId.NoPartition);
        AssertCommand("080A520B080010001A05080510AC02", Frames.Write(new AckFrame(0, id, cumulative: false)));
        AssertCommand("080A520B080010011A05080510AC02", Frames.Write(new AckFrame(0, id, cumulative: true)));
        AssertCommand("080A520D080010001A05080510AC022001", Frames.Write(new AckFrame(0, id, cumulative: false, discarded: AckDiscard.Decompression)));
        AssertCommand("080A520D080010001A07080510AC022806", Frames.Write(new AckFrame(0, id, cumulative: false, new ulong[] { 6 })));
        AssertCommand("080B5A050800108008", Frames.Write(new FlowFrame(0, 1024)));
    }

    private static (AckDiscard Discard, string? Problem) Of(byte[] metadata)
    {
        byte[] sized = [0, 0, 0, (byte)metadata.Length, .. metadata];
        var rest = new byte[6 + sized.Length];
        (rest[0], rest[1]) = (0x0e, 0x01);
        System.Buffers.Binary.BinaryPrimitives.WriteUInt32BigEndian(rest.AsSpan(2), Crc32C.Compute(sized));
        sized.CopyTo(rest.AsSpan(6));
        var entry = new PulsarEntryReader(Frames.ReceivedBytesMax).Read(new PulsarFrame { Rest = new ReadOnlySequence<byte>(rest) });
        return (entry.Discard, entry.Problem);
    }

    private static void AssertCommand(string expected, byte[] frame)
    {
        Assert.Equal((frame.Length - 4, frame.Length - 8), (frame[3], frame[7]));
        Assert.Equal(expected, Convert.ToHexString(frame.AsSpan(8)));
    }

    private static List<string> ReadMessage(byte[] message) => Frames.Read(new ReadOnlySequence<byte>(message));
}
