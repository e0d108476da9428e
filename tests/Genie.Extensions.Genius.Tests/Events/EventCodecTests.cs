using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;
using Genie.Geocoding;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;

namespace Genie.Extensions.Genius.Tests.Events;

public sealed class EventCodecTests
{
    private static readonly GeniusEvent Play = new()
    {
        Key = "machine-7",
        RequestKey = new RequestKey(9, 3, 12),
        Kind = "play",
        Time = new DateTimeOffset(2026, 3, 29, 1, 59, 59, 123, TimeSpan.FromHours(1)),
        Place = new GeoPoint(39.9956, -75.1145),
        Value = 2.5,
        Attributes = [new("speed", 90.5), new("driver", "ann"), new("on", true), new("empty", "")],
        Payload = new byte[] { 1, 0, 255 },
    };

    [Fact]
    public void What_was_encoded_is_decoded()
    {
        var decoded = EventCodec.Decode(EventCodec.Encode(Play));

        Assert.Equal(Play with { Payload = decoded.Payload }, decoded);
        Assert.Equal(Play.Payload.ToArray(), decoded.Payload.ToArray());
    }

    /// <summary>Field 1 was called stream; stores know its number alone.</summary>
    [Fact]
    public void An_event_that_was_stored_when_its_key_was_called_stream_is_read()
    {
        byte[] stored = [0x0A, 1, (byte)'m', 0x10, 9, 0x18, 3, 0x20, 12, 0x2A, 1, (byte)'k', 0x32, 2, 0x08, 1];
        var decoded = EventCodec.Decode(stored);

        Assert.Equal(("m", new RequestKey(9, 3, 12), "k"), (decoded.Key, decoded.RequestKey, decoded.Kind));
    }

    [Fact]
    public void An_event_that_lacks_something_is_refused()
    {
        Assert.Throws<MalformedEventException>(() => EventCodec.FromMessage(Altered(message => message.Key = "")));
        Assert.Throws<MalformedEventException>(() => EventCodec.FromMessage(Altered(message => message.Kind = "")));
        Assert.Throws<MalformedEventException>(() => EventCodec.FromMessage(Altered(message => message.Time = null)));
        Assert.Throws<MalformedEventException>(() => EventCodec.FromMessage(Altered(message => message.Time = new Timestamp { Seconds = long.MaxValue })));
    }

    [Fact]
    public void An_event_of_an_earlier_version_has_no_attributes()
    {
        var decoded = EventCodec.Decode(EventCodec.Encode(Play with { Attributes = [] }));

        Assert.Same(EventAttributes.None, decoded.Attributes);
        Assert.Equal(Play with { Attributes = EventAttributes.None, Payload = decoded.Payload }, decoded);
    }

    [Fact]
    public void Attributes_are_a_plain_object_in_JSON()
    {
        var message = JsonParser.Default.Parse<Event>("""{"key":"s","kind":"k","time":"2026-11-26T00:00:00Z","attributes":{"speed":90.5,"driver":"ann","on":true,"empty":""}}""");

        Assert.Equal(Play.Attributes, EventCodec.FromMessage(message).Attributes);
    }

    [Fact]
    public void Attributes_that_may_not_be_are_refused()
    {
        foreach (var value in new[] { Value.ForNumber(double.NaN), Value.ForNumber(double.NegativeInfinity), Value.ForNull(), Value.ForList(), Value.ForStruct(new Struct()), new Value(), Value.ForString(new string('x', EventAttributes.TextLengthMax + 1)) })
            Assert.Throws<MalformedEventException>(() => EventCodec.FromMessage(Altered(message => message.Attributes.Fields["speed"] = value)));
        foreach (var name in new[] { "", "1st", "a b", "ä", "a-b", new string('x', EventAttributes.NameLengthMax + 1) })
            Assert.Throws<MalformedEventException>(() => EventCodec.FromMessage(Altered(message => message.Attributes.Fields[name] = Value.ForBool(true))));
        Assert.Throws<MalformedEventException>(() => EventCodec.FromMessage(Altered(message =>
        {
            for (var i = 0; i < EventAttributes.CountMax; i++) message.Attributes.Fields[$"a{i}"] = Value.ForNumber(i);
        })));
        Assert.Throws<ArgumentException>(() => EventAttributes.Of(new("a", 1), new("a", 2)));
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
