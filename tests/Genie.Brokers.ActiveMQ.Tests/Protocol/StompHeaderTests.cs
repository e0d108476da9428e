using System.Buffers;
using System.Text;
using Genie.Brokers.ActiveMQ.Wire;
using Genie.Brokers.ActiveMQ.Wire.Protocol;
using Genie.Brokers.Links;

namespace Genie.Brokers.ActiveMQ.Tests.Protocol;

public sealed class StompHeaderTests
{
    [Theory]
    [InlineData("plain", "plain")]
    [InlineData("a:b", "a\\cb")]
    [InlineData("\\c", "\\\\c")]
    [InlineData("line\r\nline\\", "line\\r\\nline\\\\")]
    public void Values_are_escaped_and_come_back(string value, string escaped)
    {
        Assert.Equal(escaped, StompText.Escape(value));
        Assert.Equal(value, StompText.Unescape(Encoding.UTF8.GetBytes(escaped)));
    }

    [Theory]
    [InlineData("\\t")]
    [InlineData("\\")]
    public void An_undefined_escape_is_a_protocol_error(string value) =>
        Assert.Throws<BrokerProtocolException>(() => StompText.Unescape(Encoding.UTF8.GetBytes(value)));

    [Theory]
    [InlineData("0,0", null, null)]
    [InlineData("", null, null)]
    [InlineData("5000,0", null, 10_000)]
    [InlineData("0,20000", 20_000, null)]
    [InlineData("30000,5000", 10_000, 30_000)]
    public void Heart_beats_go_at_the_slower_rate_of_the_two_ends(string header, int? sendsEvery, int? receivesEvery)
    {
        var agreed = StompHeartBeat.Agree(TimeSpan.FromSeconds(10), Encoding.ASCII.GetBytes(header));
        Assert.Equal((sendsEvery, receivesEvery), ((int?)agreed.SendsEvery?.TotalMilliseconds, (int?)agreed.ReceivesEvery?.TotalMilliseconds));
        var link = agreed.ToLink();
        Assert.Equal(sendsEvery is null && receivesEvery is null, link is null);
        Assert.True(link is null || sendsEvery is null || link.SendEvery.TotalMilliseconds < sendsEvery);
        Assert.True(link is null || link.DeadAfter.TotalMilliseconds > (receivesEvery ?? 0));
    }

    [Fact]
    public void Heart_beats_that_were_not_asked_for_are_not_agreed_on() =>
        Assert.Null(StompHeartBeat.Agree(TimeSpan.Zero, "10,10"u8).ToLink());

    [Theory]
    [InlineData("x,1")]
    [InlineData("1")]
    [InlineData("1,")]
    [InlineData("-1,1")]
    public void A_heart_beat_header_that_cannot_be_read_is_a_protocol_error(string header) =>
        Assert.Throws<BrokerProtocolException>(() => StompHeartBeat.Agree(TimeSpan.FromSeconds(1), Encoding.ASCII.GetBytes(header)));

    [Theory]
    [InlineData("ActiveMQ-Artemis/2.44.0 x", "topic\\c//genie.reply.1", "SEND\ndestination:genie.reply.1\ndestination-type:MULTICAST\n")]
    [InlineData("ActiveMQ-Artemis/2.44.0 x", "temp-queue\\c//a-b", "SEND\ndestination:a-b\ndestination-type:ANYCAST\n")]
    [InlineData("ActiveMQ-Artemis/2.44.0 x", "queue\\c//a", "SEND\ndestination:a\ndestination-type:ANYCAST\n")]
    [InlineData("ActiveMQ-Artemis/2.44.0 x", "a", "SEND\ndestination:a\ndestination-type:ANYCAST\n")]
    [InlineData("ActiveMQ/5.17.2", "/remote-temp-queue/ID\\ca-1", "SEND\ndestination:/remote-temp-queue/ID\\ca-1\n")]
    public void Answers_go_where_reply_to_says_in_the_servers_own_terms(string server, string replyTo, string expected)
    {
        var head = new byte[replyTo.Length + StompDialect.AnswerHeadBytesMax];
        var length = StompDialect.Of(server).WriteAnswerHead(Encoding.ASCII.GetBytes(replyTo), head);
        Assert.Equal(expected, Encoding.ASCII.GetString(head, 0, length));
    }

    [Theory]
    [InlineData("ERROR\nmessage:User name [x] or password is invalid.\n\n\0", typeof(BrokerAuthenticationException))]
    [InlineData("ERROR\nmessage:Security Error occurred\\c User name [x] or password is invalid\n\n\0", typeof(BrokerAuthenticationException))]
    [InlineData("ERROR\nversion:1.0\nmessage:Supported protocol versions are 1.0\n\n\0", typeof(BrokerProtocolException))]
    [InlineData("ERROR\nmessage:User genie is not authorized to write to\\c queue\\c//a\n\n\0", typeof(BrokerPermissionException))]
    [InlineData("ERROR\n\nthe broker is stopping\nat Foo.java\0", typeof(BrokerException))]
    public void An_error_at_the_greeting_says_what_kind_it_is(string text, Type expected)
    {
        var buffer = new ReadOnlySequence<byte>(Encoding.ASCII.GetBytes(text));
        Assert.True(new StompParser().TryRead(ref buffer, out var frame));
        var error = StompErrors.ReadGreeting(frame);
        Assert.IsType(expected, error);
        Assert.Equal(expected == typeof(BrokerException) || expected == typeof(BrokerProtocolException), error.IsTransient);
        Assert.DoesNotContain("Foo.java", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_frame_is_no_longer_than_it_said()
    {
        var frame = new SendFrame("SEND\ndestination:q\nreceipt:"u8.ToArray(), new Multiplexing.Correlation(uint.MaxValue, uint.MaxValue), true, new byte[1000]);
        var bytes = new byte[((ILinkFrame)frame).SizeMax];
        var length = ((ILinkFrame)frame).Write(bytes);
        Assert.EndsWith("receipt:ffffffffffffffff\ncontent-length:1000\n\n", Encoding.ASCII.GetString(bytes, 0, length - 1001), StringComparison.Ordinal);
    }
}
