using System.Text;
using Genie.Brokers.ProtoActor.Official.Messages;
using Genie.Brokers.ProtoActor.Official.Remote;

namespace Genie.Brokers.ProtoActor.Tests.Official.Remote;

public sealed class ActorMessageSerializerTests
{
    private readonly ActorMessageSerializer _serializer = new();

    [Fact]
    public void An_answer_comes_back_as_it_was()
    {
        var answer = Through(new ActorAnswer(0x0123_4567_89AB_CDEF, new byte[] { 0, 7 }));

        Assert.Equal(0x0123_4567_89AB_CDEFUL, answer.Correlation);
        Assert.Equal([0, 7], answer.Envelope!.Value.ToArray());
    }

    [Fact]
    public void An_answer_that_says_that_nobody_listens_still_says_so()
    {
        Assert.Null(Through(new ActorAnswer(5, null)).Envelope);
    }

    [Fact]
    public void An_empty_envelope_is_not_the_same_as_none()
    {
        Assert.Equal(0, Through(new ActorAnswer(5, ReadOnlyMemory<byte>.Empty)).Envelope?.Length);
    }

    [Fact]
    public void A_request_comes_back_as_it_was()
    {
        var request = Through(new ActorRequest(ActorRequestKind.Mark, "channel-1", ulong.MaxValue, Encoding.ASCII.GetBytes("body")));

        Assert.Equal((ActorRequestKind.Mark, "channel-1", ulong.MaxValue), (request.Kind, request.Channel, request.Correlation));
        Assert.Equal("body", Encoding.ASCII.GetString(request.Body.Span));
    }

    private T Through<T>(T message)
        where T : class => (T)_serializer.Deserialize(_serializer.Serialize(message), _serializer.GetTypeName(message));
}
