namespace Genie.Extensions.Genius.Streams.Windows;

/// <summary>
/// Counts the most frequent items with a bounded number of counters: Space-Saving (A. Metwally et al., "Efficient computation of frequent and top-k
/// elements in data streams", 2005), merged as in P. K. Agarwal et al., "Mergeable summaries" (2012).
/// </summary>
internal sealed class TopCounter(int itemsMax)
{
    private readonly Dictionary<string, (long Count, long Error)> _items = new(StringComparer.Ordinal);

    /// <summary>The items with a counter, the most frequent first.</summary>
    public IEnumerable<ItemCount> Items => Ordered(_items.Select(pair => new ItemCount(pair.Key, pair.Value.Count, pair.Value.Error)));

    public void Restore(ItemCount item) => _items[item.Item] = (item.Count, item.Error);

    public void Add(string item)
    {
        if (_items.TryGetValue(item, out var known))
        {
            _items[item] = (known.Count + 1, known.Error);
        }
        else if (_items.Count < itemsMax)
        {
            _items.Add(item, (1, 0));
        }
        else
        {
            var least = Items.Last();
            _items.Remove(least.Item);
            _items.Add(item, (least.Count + 1, least.Count));
        }
    }

    public void Merge(TopCounter other)
    {
        var (ourFloor, theirFloor) = (Floor, other.Floor);
        var merged = new List<ItemCount>();
        foreach (var (item, ours) in _items)
        {
            var (count, error) = other._items.TryGetValue(item, out var theirs) ? theirs : (theirFloor, theirFloor);
            merged.Add(new ItemCount(item, ours.Count + count, ours.Error + error));
        }

        foreach (var (item, theirs) in other._items)
        {
            if (!_items.ContainsKey(item)) merged.Add(new ItemCount(item, theirs.Count + ourFloor, theirs.Error + ourFloor));
        }

        _items.Clear();
        foreach (var each in Ordered(merged).Take(itemsMax)) Restore(each);
    }

    // What an item without a counter may have been counted at most.
    private long Floor => _items.Count < itemsMax ? 0 : _items.Values.Min(item => item.Count);

    private static IOrderedEnumerable<ItemCount> Ordered(IEnumerable<ItemCount> items) =>
        items.OrderByDescending(item => item.Count).ThenBy(item => item.Item, StringComparer.Ordinal);
}
