using System.Buffers;
using System.Text;
using Genie.Brokers.ActiveMQ.Wire.Protocol;
using Genie.Testing;

namespace Genie.Brokers.ActiveMQ.Tests.Protocol;

public sealed class StompParserTests
{
    [Fact]
    public void A_message_gives_its_headers_as_they_came_and_its_body_of_any_bytes()
    {
        var text = "MESSAGE\nsubscription:0\nmessage-id:1\ndestination:/queue/a\nack:ID\\cx-1\nreply-to:topic\\c//r\ncorrelation-id:c\ncontent-length:4\n\n\0\n\r\u0001\0";
        Assert.Equal(["Message ack=ID\\cx-1 reply=topic\\c//r correlation=c body=000A0D01"], ReadAll(text));
    }

    [Fact]
    public void Line_ends_between_frames_and_before_line_feeds_are_passed_over() => Assert.Equal(
        ["Receipt receipt=7 body=", "Receipt receipt=8 body="],
        ReadAll("\n\r\n\nRECEIPT\r\nreceipt-id:7\r\n\r\n\0\n\nRECEIPT\nreceipt-id:8\n\n\0\n"));

    [Fact]
    public void A_body_without_a_length_ends_at_the_first_NUL() =>
        Assert.Equal(["Error body=6F6F7073", "Receipt receipt=1 body="], ReadAll("ERROR\nmessage:\n\noops\0RECEIPT\nreceipt-id:1\n\n\0"));

    [Fact]
    public void Of_repeated_headers_the_first_counts() =>
        Assert.Equal(["Receipt receipt=first body="], ReadAll("RECEIPT\nreceipt-id:first\nreceipt-id:second\n\n\0"));

    [Theory]
    [InlineData("SEND\ndestination:a\n\n\0")]
    [InlineData("HTTP/1.1 400 Bad Request\r\n\r\n")]
    [InlineData("220 smtp.example.com ESMTP without a line end")]
    [InlineData("MESSAGE\nno colon\n\n\0")]
    [InlineData("MESSAGE\n:no name\n\n\0")]
    [InlineData("MESSAGE\ncontent-length:x\n\n\0")]
    [InlineData("MESSAGE\ncontent-length:-1\n\n\0")]
    [InlineData("MESSAGE\ncontent-length:99999999999\n\n\0")]
    [InlineData("MESSAGE\ncontent-length:1\n\nab\0")]
    public void What_is_not_STOMP_is_a_protocol_error(string text) => Assert.Throws<BrokerProtocolException>(() => ReadAll(text));

    [Fact]
    public void Headers_without_an_end_are_refused_and_not_gathered_for_ever() =>
        Assert.Throws<BrokerProtocolException>(() => ReadAll("MESSAGE\na:" + new string('x', StompParser.HeadBytesMax)));

    /// <summary>Frames made at random, cut at random places, must come out as they went in.</summary>
    [Fact]
    public void Frames_cut_anywhere_are_read_alike()
    {
        var seed = Random.Shared.Next();
        var random = new Random(seed);
        for (var round = 0; round < 300; round++)
        {
            var bytes = new List<byte>();
            var expected = new List<string>();
            for (var frames = random.Next(1, 6); frames > 0; frames--)
            {
                var body = new byte[random.Next(0, 80)];
                random.NextBytes(body);
                var receipt = random.Next(100_000);
                bytes.AddRange(Encoding.ASCII.GetBytes($"{(random.Next(2) == 0 ? "\n" : "")}ERROR\nreceipt-id:{receipt}\nfiller:{new string('f', random.Next(60))}\ncontent-length:{body.Length}\n\n"));
                bytes.AddRange([.. body, 0]);
                expected.Add($"Error receipt={receipt} body={Convert.ToHexString(body)}");
            }

            Assert.True(expected.SequenceEqual(ReadInPieces([.. bytes], random)), $"seed {seed}, round {round}");
        }
    }

    private static List<string> ReadAll(string text)
    {
        var buffer = new ReadOnlySequence<byte>(Encoding.Latin1.GetBytes(text));
        var frames = new List<string>();
        var parser = new StompParser();
        while (parser.TryRead(ref buffer, out var frame)) frames.Add(Describe(frame));
        return frames;
    }

    /// <summary>As a socket gives them: what was not taken comes again, with more behind it, in several segments.</summary>
    private static List<string> ReadInPieces(byte[] bytes, Random random)
    {
        var frames = new List<string>();
        var parser = new StompParser();
        for (int taken = 0, arrived = 0; arrived < bytes.Length;)
        {
            arrived = Math.Min(bytes.Length, arrived + random.Next(1, 50));
            var buffer = Segments.Cut(bytes.AsMemory(taken, arrived - taken), random);
            var before = buffer.Length;
            while (parser.TryRead(ref buffer, out var frame)) frames.Add(Describe(frame));
            taken += (int)(before - buffer.Length);
        }

        return frames;
    }

    private static string Describe(in StompFrame frame)
    {
        var text = new StringBuilder($"{frame.Command} ");
        if (!frame.ReceiptId.IsEmpty) text.Append($"receipt={Encoding.ASCII.GetString(frame.ReceiptId)} ");
        if (!frame.Ack.IsEmpty) text.Append($"ack={Encoding.ASCII.GetString(frame.Ack)} ");
        if (!frame.ReplyTo.IsEmpty) text.Append($"reply={Encoding.ASCII.GetString(frame.ReplyTo)} ");
        if (!frame.CorrelationId.IsEmpty) text.Append($"correlation={Encoding.ASCII.GetString(frame.CorrelationId)} ");
        return text.Append($"body={Convert.ToHexString(frame.Body.ToArray())}").ToString();
    }
}
