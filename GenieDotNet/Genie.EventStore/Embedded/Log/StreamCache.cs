namespace Genie.EventStore.Embedded.Log;

/// <summary>
/// The streams in use: what was asked for lately is in the younger of two generations; when that is full, the older one is dropped. What
/// was dropped is found again in the index. Guarded by the index's lock.
/// </summary>
internal sealed class StreamCache(int streamsMax)
{
    private Generation _young = new();
    private Generation _old = new();

    public StreamEntry? Find(string name)
    {
        if (_young.ByName.TryGetValue(name, out var entry)) return entry;
        if (_old.ByName.TryGetValue(name, out entry)) Add(entry);
        return entry;
    }

    public StreamEntry? Find(int number)
    {
        if (_young.ByNumber.TryGetValue(number, out var entry)) return entry;
        if (_old.ByNumber.TryGetValue(number, out entry)) Add(entry);
        return entry;
    }

    public void Add(StreamEntry entry)
    {
        if (_young.ByName.Count >= streamsMax) (_old, _young) = (_young, new Generation());
        _young.ByName[entry.Name] = entry;
        _young.ByNumber[entry.Number] = entry;
    }

    public void Clear() => (_young, _old) = (new Generation(), new Generation());

    private sealed class Generation
    {
        public Dictionary<string, StreamEntry> ByName { get; } = new(StringComparer.Ordinal);

        public Dictionary<int, StreamEntry> ByNumber { get; } = [];
    }
}
