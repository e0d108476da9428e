using System.Collections.Concurrent;

namespace Genie.Brokers.Sharing;

/// <summary>The listeners of each channel in one process, which take turns where no broker shares messages out.</summary>
/// <typeparam name="TListener">A driver's listener.</typeparam>
public sealed class ChannelTurns<TListener>
    where TListener : class
{
    private readonly ConcurrentDictionary<string, TListener[]> _listeners = new();
    private uint _turn;

    /// <summary>Lets the listener take its turn.</summary>
    public void Add(string channel, TListener listener) =>
        _listeners.AddOrUpdate(channel, [listener], (_, others) => [.. others, listener]);

    /// <summary>Gives the listener no further turn.</summary>
    public void Remove(string channel, TListener listener) =>
        _listeners.AddOrUpdate(channel, [], (_, others) => [.. others.Where(other => other != listener)]);

    /// <summary>The listener whose turn it is, or null where nobody listens on the channel.</summary>
    public TListener? Next(string channel)
    {
        if (!_listeners.TryGetValue(channel, out var listeners) || listeners.Length == 0) return null;
        return listeners.Length == 1 ? listeners[0] : listeners[Interlocked.Increment(ref _turn) % (uint)listeners.Length];
    }
}
