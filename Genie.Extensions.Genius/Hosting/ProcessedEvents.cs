using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Rules;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>Events as the store keeps them.</summary>
public static class ProcessedEvents
{
    /// <summary>An event came in. Payload: protobuf, genie.genius.v1.ProcessedEvent.</summary>
    public const string EventType = "EventProcessed";

    private const string StreamPrefix = "genius/events/";

    /// <summary>The event store's stream for the events of a key.</summary>
    public static string StreamOf(string key) => StreamPrefix + key;

    /// <summary>True for streams of this class.</summary>
    public static bool IsEvents(string storeStream) => storeStream.StartsWith(StreamPrefix, StringComparison.Ordinal);

    /// <summary>The key whose events a store's stream holds; null if it is for none.</summary>
    public static string? KeyOf(string storeStream) => IsEvents(storeStream) ? storeStream[StreamPrefix.Length..] : null;

    /// <summary>The event, and the rules that it matched.</summary>
    /// <exception cref="MalformedEventException">The record is no such event.</exception>
    public static (GeniusEvent Value, IReadOnlyList<string> Rules) Read(RecordedEvent recorded)
    {
        var (value, matches) = ReadMatches(recorded);
        return (value, matches.Rules);
    }

    /// <summary>The event, and all that it matched.</summary>
    /// <exception cref="MalformedEventException">The record is no such event.</exception>
    internal static (GeniusEvent Value, EventMatches Matches) ReadMatches(RecordedEvent recorded)
    {
        ArgumentNullException.ThrowIfNull(recorded);
        try
        {
            var message = ProcessedEvent.Parser.ParseFrom(recorded.Payload.Span);
            return (EventCodec.FromMessage(message.Event ?? new Event()), new EventMatches(message.Rules, [.. message.Conditions.Select(StepConditions.OfText)]));
        }
        catch (InvalidProtocolBufferException error)
        {
            throw new MalformedEventException($"Event {recorded.Version} of '{recorded.Stream}' is none of Genius's: {error.Message}", error);
        }
    }

    internal static NewEvent Write(GeniusEvent value, EventMatches matches)
    {
        var message = new ProcessedEvent { Event = EventCodec.ToMessage(value) };
        message.Rules.AddRange(matches.Rules);
        message.Conditions.AddRange(matches.Conditions.Select(static each => StepConditions.TextOf(each)!));
        return new NewEvent(EventType, message.ToByteArray());
    }
}
