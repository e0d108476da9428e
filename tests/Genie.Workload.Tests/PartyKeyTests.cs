using System.Buffers;
using System.Text;
using Genie.Workload.Messages;
using Google.Protobuf;

namespace Genie.Workload.Tests;

public sealed class PartyKeyTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(300)]
    public void It_is_the_id_that_the_whole_request_has(int payloadBytes)
    {
        var workload = new PartyWorkload(Stages.Cdc, null!, seed: 5, payloadBytes);
        for (ulong sequence = 0; sequence < 200; sequence++)
        {
            var request = new ArrayBufferWriter<byte>();
            workload.WriteRequest(3, sequence, request);
            Assert.Equal(PartyRequest.Parser.ParseFrom(request.WrittenSpan).Party.PartyId, Encoding.UTF8.GetString(PartyKey.Of(request.WrittenSpan)));
        }
    }

    [Fact]
    public void Bytes_that_are_no_request_have_none()
    {
        var whole = new PartyRequest { Sender = 1, Sequence = 1, Party = new Party { PartyId = "p" } }.ToByteArray();
        for (var length = 0; length < whole.Length; length++) Assert.True(PartyKey.Of(whole.AsSpan(0, length)).IsEmpty);
        var random = new Random(1);
        for (var i = 0; i < 10_000; i++)
        {
            var bytes = new byte[random.Next(40)];
            random.NextBytes(bytes);
            Assert.True(PartyKey.Of(bytes).Length <= bytes.Length);
        }
    }
}
