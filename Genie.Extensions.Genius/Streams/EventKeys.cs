using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Streams.Windows;

namespace Genie.Extensions.Genius.Streams;

/// <summary>The keys by which events are known in the streams of definitions.</summary>
internal static class EventKeys
{
    /// <summary>An event's request key in the stream of a definition's key. Events of several keys meet there, and their request keys are only told apart within one key.</summary>
    public static RequestKey In(GeniusEvent value, string key) => key == value.Key ? value.RequestKey : value.RequestKey with { Run = value.RequestKey.Run ^ ItemHash.Of(value.Key) };
}
