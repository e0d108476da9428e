using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Streams.Windows;

namespace Genie.Extensions.Genius.Streams;

/// <summary>The keys by which events are known in the streams of definitions.</summary>
internal static class EventKeys
{
    /// <summary>An event's request key in a key's stream. Events of several streams meet in one, and their own keys are only told apart within a stream.</summary>
    public static RequestKey In(GeniusEvent value, string key) => key == value.Stream ? value.Key : value.Key with { Run = value.Key.Run ^ ItemHash.Of(value.Stream) };
}
