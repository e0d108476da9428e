using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;
using Genie.Geocoding;
using Google.Protobuf.WellKnownTypes;

namespace Genie.Extensions.Genius.Tests.Events;

public sealed class EventCodecTests
{
    private static readonly GeniusEvent Play = new()
    {
        Stream = "machine-7",
        Key = new RequestKey(9, 3, 12),
        Kind = "play",
        Time = new DateTimeOffset(2026, 3, 29, 1, 59, 59, 123, TimeSpan.FromHours(1)),
        Place = new GeoPoint(39.9956, -75.1145),
        Value = 2.5,
        Payload = new byte[] { 1, 0, 255 },
    };

    [Fact]
    public void What_was_encoded_is_decoded()
    {
        var decoded = EventCodec.Decode(EventCodec.Encode(Play));

        Assert.Equal(Play with { Payload = decoded.Payload }, decoded);
        Assert.Equal(Play.Payload.ToArray(), decoded.Payload.ToArray());
    }

    [Fact]
    public void An_event_that_lacks_something_is_refused()
    {
        Assert.Throws<MalformedEventException>(() => EventCodec.FromMessage(Altered(message => message.Stream = "")));
        Assert.Throws<MalformedEventException>(() => EventCodec.FromMessage(Altered(message => message.Kind = "")));
        Assert.Throws<MalformedEventException>(() => EventCodec.FromMessage(Altered(message => message.Time = null)));
        Assert.Throws<MalformedEventException>(() => EventCodec.FromMessage(Altered(message => message.Time = new Timestamp { Seconds = long.MaxValue })));
    }

    [Fact]
    public void Cut_bytes_are_refused()
    {
        var encoded = EventCodec.Encode(Play);
        for (var length = 0; length < encoded.Length; length++)
        {
            try
            {
                Assert.NotEqual(Play, EventCodec.Decode(encoded.AsSpan(0, length)));
            }
            catch (MalformedEventException error)
            {
                Assert.NotEmpty(error.Message);
            }
        }
    }

    private static Event Altered(Action<Event> alteration)
    {
        var message = EventCodec.ToMessage(Play);
        alteration(message);
        return message;
    }
}
