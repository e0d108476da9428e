using Genie.EventStore;
using Genie.Extensions.Genius.Messages;
using Genie.Geocoding;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;

namespace Genie.Extensions.Genius.Events;

/// <summary>Between <see cref="GeniusEvent"/> and its protobuf message (<c>Protos/genie/genius/event.proto</c>).</summary>
public static class EventCodec
{
    /// <summary>The message of an event. Its time is UTC, to 100 ns.</summary>
    public static Event ToMessage(GeniusEvent value)
    {
        ArgumentNullException.ThrowIfNull(value);
        return new Event
        {
            Key = value.Key,
            Run = value.RequestKey.Run,
            Sender = value.RequestKey.Sender,
            Sequence = value.RequestKey.Sequence,
            Kind = value.Kind,
            Time = Timestamp.FromDateTimeOffset(value.Time),
            Latitude = value.Place.Latitude,
            Longitude = value.Place.Longitude,
            Value = value.Value,
            Attributes = AttributeCodec.ToMessage(value.Attributes),
            Payload = UnsafeByteOperations.UnsafeWrap(value.Payload),
            AccuracyMetres = value.AccuracyMetres,
        };
    }

    /// <summary>The event of a message.</summary>
    /// <exception cref="MalformedEventException">No key, kind or time, a time that no calendar has, an accuracy that is no distance, or attributes that may not be.</exception>
    public static GeniusEvent FromMessage(Event message)
    {
        ArgumentNullException.ThrowIfNull(message);
        if (message.Key.Length == 0) throw new MalformedEventException("An event needs a key.");
        if (message.Kind.Length == 0) throw new MalformedEventException("An event needs a kind.");
        if (!GeniusEvent.IsAccuracy(message.AccuracyMetres)) throw new MalformedEventException($"An event's accuracy is a distance in metres, at least 0, not {message.AccuracyMetres}.");
        return new GeniusEvent
        {
            Key = message.Key,
            RequestKey = new RequestKey(message.Run, message.Sender, message.Sequence),
            Kind = message.Kind,
            Time = ReadTime(message.Time),
            Place = new GeoPoint(message.Latitude, message.Longitude),
            Value = message.Value,
            Attributes = AttributeCodec.FromMessage(message.Attributes),
            Payload = message.Payload.Memory,
            AccuracyMetres = message.AccuracyMetres,
        };
    }

    /// <summary>Reads an encoded message.</summary>
    /// <exception cref="MalformedEventException">Not such a message, or one that lacks something.</exception>
    public static GeniusEvent Decode(ReadOnlySpan<byte> encoded)
    {
        try
        {
            return FromMessage(Event.Parser.ParseFrom(encoded));
        }
        catch (InvalidProtocolBufferException error)
        {
            throw new MalformedEventException("These bytes are no event: " + error.Message, error);
        }
    }

    /// <summary>The bytes of an event's message.</summary>
    public static byte[] Encode(GeniusEvent value) => ToMessage(value).ToByteArray();

    private static DateTimeOffset ReadTime(Timestamp? time)
    {
        if (time is null) throw new MalformedEventException("An event needs a time.");
        try
        {
            return time.ToDateTimeOffset();
        }
        catch (Exception error) when (error is InvalidOperationException or ArgumentOutOfRangeException)
        {
            throw new MalformedEventException("The event's time is out of range.", error);
        }
    }
}
