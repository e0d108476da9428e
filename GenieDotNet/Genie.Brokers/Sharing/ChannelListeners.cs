using System.Collections.Concurrent;

namespace Genie.Brokers.Sharing;

/// <summary>The listeners of each channel in one process, chosen round robin where no broker shares messages out.</summary>
/// <typeparam name="TListener">A driver's listener.</typeparam>
public sealed class ChannelListeners<TListener>
    where TListener : class
{
    private readonly ConcurrentDictionary<string, TListener[]> _listeners = new();
    private uint _chosen;

    /// <summary>Registers a listener.</summary>
    public void Add(string channel, TListener listener) =>
        _listeners.AddOrUpdate(channel, [listener], (_, others) => [.. others, listener]);

    /// <summary>Unregisters a listener: it is not chosen any more.</summary>
    public void Remove(string channel, TListener listener) =>
        _listeners.AddOrUpdate(channel, [], (_, others) => [.. others.Where(other => other != listener)]);

    /// <summary>The next listener, or null where nobody listens on the channel.</summary>
    public TListener? Next(string channel)
    {
        if (!_listeners.TryGetValue(channel, out var listeners) || listeners.Length == 0) return null;
        return listeners.Length == 1 ? listeners[0] : listeners[Interlocked.Increment(ref _chosen) % (uint)listeners.Length];
    }
}
