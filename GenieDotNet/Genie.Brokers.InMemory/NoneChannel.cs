namespace Genie.Brokers.InMemory;

/// <summary>The listeners of a channel, chosen round robin.</summary>
internal sealed class NoneChannel(string name)
{
    private readonly Lock _lock = new();
    private NoneListener[] _listeners = [];
    private uint _chosen;

    public string Name { get; } = name;

    public NoneListener[] Listeners => Volatile.Read(ref _listeners);

    /// <exception cref="UnroutableException">Nobody listens.</exception>
    public NoneListener Next()
    {
        var listeners = Listeners;
        return listeners.Length switch
        {
            0 => throw new UnroutableException(NoneBroker.Name, Name),
            1 => listeners[0],
            var count => listeners[Interlocked.Increment(ref _chosen) % (uint)count],
        };
    }

    public void Add(NoneListener listener)
    {
        lock (_lock) _listeners = [.. _listeners, listener];
    }

    public void Remove(NoneListener listener)
    {
        lock (_lock) _listeners = [.. _listeners.Where(other => other != listener)];
    }
}
