using System.Buffers;
using CsCheck;
using Genie.Brokers.Peers;

namespace Genie.Brokers.Tests.Peers;

public sealed class PeerFrameTests
{
    private const int BodyBytesMax = 1000;

    [Fact]
    public void What_is_written_is_read_and_no_part_of_it_before_its_end() =>
        Gen.Select(Gen.Enum<PeerFrameKind>(), Gen.ULong, Gen.Byte.Array[0, BodyBytesMax]).Sample((kind, number, body) =>
        {
            var frame = new PeerFrame(kind, number, body);
            var bytes = new byte[frame.SizeMax + 1];
            var length = frame.Write(bytes);
            for (var part = 0; part < length; part++)
            {
                var cut = new ReadOnlySequence<byte>(bytes, 0, part);
                Assert.False(PeerFrame.TryTake("udp", ref cut, BodyBytesMax, out _, out _, out _));
                Assert.Equal(part, cut.Length);
            }

            var whole = new ReadOnlySequence<byte>(bytes);
            Assert.True(PeerFrame.TryTake("udp", ref whole, BodyBytesMax, out var readKind, out var readNumber, out var readBody));
            Assert.Equal((kind, number), (readKind, readNumber));
            Assert.Equal(body, readBody.ToArray());
            Assert.Equal(1, whole.Length);
        });

    [Theory]
    [InlineData(0u)]
    [InlineData(8u)]
    [InlineData(BodyBytesMax + 10u)]
    [InlineData(uint.MaxValue)]
    public void A_length_that_no_frame_has_ends_the_link(uint length)
    {
        var bytes = new byte[PeerFrame.HeaderBytes];
        System.Buffers.Binary.BinaryPrimitives.WriteUInt32BigEndian(bytes, length);
        var buffer = new ReadOnlySequence<byte>(bytes);
        Assert.Throws<BrokerException>(() => PeerFrame.TryTake("udp", ref buffer, BodyBytesMax, out _, out _, out _));
    }
}
