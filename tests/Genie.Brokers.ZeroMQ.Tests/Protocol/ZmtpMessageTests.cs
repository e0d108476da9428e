using System.Buffers;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.ZeroMQ.Wire;
using Genie.Brokers.ZeroMQ.Wire.Protocol;
using Genie.Testing;

namespace Genie.Brokers.ZeroMQ.Tests.Protocol;

public sealed class ZmtpMessageTests
{
    private const int PayloadBytesMax = 100_000;

    [Theory]
    [InlineData(true, 0)]
    [InlineData(true, 256)]
    [InlineData(false, 0)]
    [InlineData(false, 255)]
    [InlineData(false, 70_000)]
    public void A_written_request_is_read_back(bool wantsReply, int payloadBytes)
    {
        var payload = Enumerable.Range(0, payloadBytes).Select(i => (byte)i).ToArray();
        var bytes = Write(new RequestFrames(wantsReply ? new Correlation(7, 9) : null, RequestFrames.ChannelFrame("orders"), payload));
        var buffer = new ReadOnlySequence<byte>(bytes);
        Assert.True(ZmtpMessage.TryTake(ref buffer, PayloadBytesMax, out var message));
        Assert.Equal(3, message.Frames);
        Assert.Equal(wantsReply ? 8 : 0, message.First.Length);
        Assert.Equal("orders"u8.ToArray(), message.Second.ToArray());
        Assert.Equal(payload, message.Third.ToArray());
        Assert.True(buffer.IsEmpty);
    }

    [Fact]
    public void Any_split_of_the_stream_gives_the_same_messages()
    {
        var seed = Environment.TickCount;
        var random = new Random(seed);
        var channel = RequestFrames.ChannelFrame("c");
        var payloads = Enumerable.Range(0, 200).Select(_ => new byte[random.Next(600)]).ToArray();
        foreach (var payload in payloads) random.NextBytes(payload);
        var stream = payloads.SelectMany((payload, i) => Write(new RequestFrames(i % 2 == 0 ? new Correlation((uint)i, 1) : null, channel, payload))).ToArray();
        for (var round = 0; round < 50; round++)
        {
            var buffer = Segments.Cut(stream, random, 1 + random.Next(700));
            foreach (var payload in payloads)
            {
                Assert.True(ZmtpMessage.TryTake(ref buffer, PayloadBytesMax, out var message), $"seed {seed}");
                Assert.True(payload.AsSpan().SequenceEqual(message.Third.ToArray()), $"seed {seed}");
            }

            Assert.True(buffer.IsEmpty, $"seed {seed}");
        }
    }

    [Fact]
    public void A_part_of_a_message_is_left_alone()
    {
        var bytes = Write(new RequestFrames(new Correlation(1, 2), RequestFrames.ChannelFrame("c"), new byte[300]));
        for (var length = 0; length < bytes.Length; length++)
        {
            var buffer = new ReadOnlySequence<byte>(bytes, 0, length);
            Assert.False(ZmtpMessage.TryTake(ref buffer, PayloadBytesMax, out _));
            Assert.Equal(length, buffer.Length);
        }
    }

    [Fact]
    public void Garbage_ends_in_a_typed_error_or_waits_for_more()
    {
        var seed = Environment.TickCount;
        var random = new Random(seed);
        for (var round = 0; round < 20_000; round++)
        {
            var bytes = new byte[random.Next(64)];
            random.NextBytes(bytes);
            if (bytes.Length > 0 && round % 2 == 0) bytes[0] &= ZmtpFlags.Known;
            var buffer = new ReadOnlySequence<byte>(bytes);
            try
            {
                while (ZmtpMessage.TryTake(ref buffer, PayloadBytesMax, out var message))
                {
                    if (message.IsCommand) ZmtpCommand.Parse(message.First).ReadMetadata();
                }
            }
            catch (BrokerException)
            {
                continue;
            }
            catch (Exception error)
            {
                Assert.Fail($"seed {seed}, round {round}: {error}");
            }
        }
    }

    [Fact]
    public void A_frame_larger_than_allowed_is_refused_by_its_header()
    {
        var buffer = new ReadOnlySequence<byte>([ZmtpFlags.Long, 0x7F, 0, 0, 0, 0, 0, 0, 0]);
        Assert.Throws<PayloadTooLargeException>(() => ZmtpMessage.TryTake(ref buffer, PayloadBytesMax, out _));
    }

    private static byte[] Write<TFrame>(TFrame frame)
        where TFrame : struct, Links.ILinkFrame
    {
        var bytes = new byte[frame.SizeMax];
        return bytes[..frame.Write(bytes)];
    }
}
