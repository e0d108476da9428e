using System.Text;
using Genie.EventStore;

namespace Genie.Extensions.Genius.Tests.Tools;

internal static class StoreExtensions
{
    /// <summary>Appends one event with a text in it.</summary>
    public static async Task<long> AppendTextAsync(this IEventStore store, string stream, string text, string type = "noted") =>
        (await store.AppendAsync(new AppendRequest(stream, new NewEvent[] { new(type, Encoding.UTF8.GetBytes(text)) }), CancellationToken.None)).LastPosition;

    /// <summary>All events of a stream.</summary>
    public static async Task<IReadOnlyList<RecordedEvent>> ReadAsync(this IEventStore store, string stream)
    {
        var events = new List<RecordedEvent>();
        await foreach (var each in store.ReadStreamAsync(stream, 1, CancellationToken.None)) events.Add(each);
        return events;
    }
}
