using System.Buffers;
using Genie.Brokers.Frame;
using Genie.Testing;

namespace Genie.Brokers.Tests.Frame;

public sealed class MessageFrameTests
{
    [Fact]
    public void The_layout_is_the_documented_one()
    {
        var bytes = new byte[MessageFrame.HeaderBytes + 2];
        new MessageFrame(0x0102030405060708, 0x0A0B0C0D, 0x1112131415161718, -2).Write(bytes, [0xAA, 0xBB]);
        Assert.Equal("474E4601", Convert.ToHexString(bytes, 0, 4));
        Assert.Equal("0807060504030201" + "1817161514131211" + "FEFFFFFFFFFFFFFF" + "0D0C0B0A" + "AABB", Convert.ToHexString(bytes, 8, 30));
        Assert.Equal(Crc32C.Compute(bytes.AsSpan(8)), BitConverter.ToUInt32(bytes, 4));
    }

    [Fact]
    public void What_was_written_is_read_whole_or_in_segments()
    {
        for (var seed = 0; seed < 500; seed++)
        {
            var random = new Random(seed);
            var (frame, payload, message) = Make(random);
            Assert.Equal(FrameStatus.Intact, MessageFrame.Read(message, out var read, out var inside));
            Assert.True(frame == read && inside.SequenceEqual(payload), $"seed {seed}");
            Assert.Equal(FrameStatus.Intact, MessageFrame.Read(Segments.Cut(message, random), out read, out ReadOnlySequence<byte> segments));
            Assert.True(frame == read && segments.ToArray().AsSpan().SequenceEqual(payload), $"seed {seed}, in segments");
        }
    }

    [Fact]
    public void Every_flipped_bit_and_every_cut_is_noticed()
    {
        for (var seed = 0; seed < 20; seed++)
        {
            var random = new Random(seed);
            var (_, _, message) = Make(random);
            for (var bit = 0; bit < message.Length * 8; bit++)
            {
                message[bit / 8] ^= (byte)(1 << (bit % 8));
                var expected = bit < 32 ? FrameStatus.WrongMagic : FrameStatus.ChecksumMismatch;
                Assert.True(expected == MessageFrame.Read(message, out var frame, out _) && frame == default, $"seed {seed}, bit {bit}");
                Assert.True(expected == MessageFrame.Read(Segments.Cut(message, random), out _, out _), $"seed {seed}, bit {bit}, in segments");
                message[bit / 8] ^= (byte)(1 << (bit % 8));
            }

            for (var length = 0; length < message.Length; length++)
            {
                var expected = length < MessageFrame.HeaderBytes ? FrameStatus.TooShort : FrameStatus.ChecksumMismatch;
                Assert.True(expected == MessageFrame.Read(message.AsSpan(0, length), out _, out _), $"seed {seed}, cut to {length}");
                Assert.True(expected == MessageFrame.Read(Segments.Cut(message.AsMemory(0, length), random), out _, out _), $"seed {seed}, cut to {length}");
            }
        }
    }

    [Fact]
    public void Random_bytes_are_no_frame()
    {
        var random = new Random(5);
        for (var i = 0; i < 2000; i++)
        {
            var bytes = new byte[random.Next(0, 100)];
            random.NextBytes(bytes);
            if (bytes.Length >= 4 && i % 2 == 0) "GNF\u0001"u8.CopyTo(bytes);
            Assert.NotEqual(FrameStatus.Intact, MessageFrame.Read(bytes, out _, out _));
        }
    }

    [Fact]
    public void A_reusable_message_grows_seals_and_begins_again()
    {
        var message = new FramedMessage();
        var random = new Random(9);
        for (var i = 0; i < 50; i++)
        {
            var (frame, payload, expected) = Make(random);
            message.Begin(frame);
            foreach (var part in payload.Chunk(70)) message.Write(part);
            Assert.True(message.Payload.Span.SequenceEqual(payload));
            Assert.Equal(expected, message.Seal().ToArray());
        }

        Assert.Throws<ArgumentOutOfRangeException>(() => message.Advance(1_000_000));
    }

    private static (MessageFrame Frame, byte[] Payload, byte[] Message) Make(Random random)
    {
        var frame = new MessageFrame((ulong)random.NextInt64(), (uint)random.Next(), (ulong)random.NextInt64(), random.NextInt64());
        var payload = new byte[random.Next(0, 1500) / random.Next(1, 20)];
        random.NextBytes(payload);
        var writer = new ArrayBufferWriter<byte>();
        frame.Write(writer, payload);
        return (frame, payload, writer.WrittenSpan.ToArray());
    }
}
