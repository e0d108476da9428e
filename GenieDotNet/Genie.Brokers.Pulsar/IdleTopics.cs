using System.Collections.Concurrent;

namespace Genie.Brokers.Pulsar;

/// <summary>
/// Topics that answers go to, one for each connection that asks, made when first needed and let go of when unused for a
/// while: a producer would keep the topic of a connection alive that has gone.
/// </summary>
/// <param name="create">Makes one for a name; opens nothing yet.</param>
internal sealed class IdleTopics<TTopic>(Func<string, TTopic> create)
    where TTopic : IIdleTopic
{
    private static readonly TimeSpan IdleMax = TimeSpan.FromMinutes(1);
    private readonly ConcurrentDictionary<string, TTopic> _topics = new();

    /// <summary>All that are held.</summary>
    public IEnumerable<TTopic> All => _topics.Values;

    /// <summary>The topic of a name.</summary>
    public TTopic Find(ReadOnlySpan<char> name) =>
        _topics.GetAlternateLookup<ReadOnlySpan<char>>().TryGetValue(name, out var topic) ? topic : Add(name.ToString());

    // The moment when another requester comes is the one to let go of those that have gone.
    private TTopic Add(string name)
    {
        var oldest = Environment.TickCount64 - (long)IdleMax.TotalMilliseconds;
        foreach (var (idle, topic) in _topics)
        {
            if (topic.LastUsed < oldest && _topics.TryRemove(idle, out _)) _ = topic.CloseAsync();
        }

        return _topics.GetOrAdd(name, create);
    }
}
