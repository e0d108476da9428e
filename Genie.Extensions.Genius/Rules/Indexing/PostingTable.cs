namespace Genie.Extensions.Genius.Rules.Indexing;

/// <summary>What is filed under each key: a hash table with open addressing over one array of numbers. Never changes.</summary>
internal sealed class PostingTable
{
    private const ulong Golden = 0x9E3779B97F4A7C15;

    private readonly Slot[] _slots;
    private readonly int[] _postings;
    private readonly int _shift;

    /// <summary>Files numbers under keys other than <see cref="IndexKey.None"/>.</summary>
    public PostingTable(List<KeyValuePair<ulong, int>> filed)
    {
        var bits = 4;
        while (1L << bits < 2L * filed.Count) bits++;
        (_slots, _shift) = (new Slot[1 << bits], 64 - bits);
        foreach (var (key, _) in filed)
        {
            ref var slot = ref SlotOf(key);
            slot.Key = key;
            slot.End++;
        }

        var start = 0;
        foreach (ref var slot in _slots.AsSpan())
        {
            var count = slot.End;
            (slot.Start, slot.End) = (start, start);
            start += count;
        }

        _postings = new int[start];
        foreach (var (key, number) in filed) _postings[SlotOf(key).End++] = number;
    }

    /// <summary>What is filed under a key.</summary>
    public ReadOnlySpan<int> Find(ulong key)
    {
        ref readonly var slot = ref SlotOf(key);
        return _postings.AsSpan(slot.Start, slot.End - slot.Start);
    }

    private ref Slot SlotOf(ulong key)
    {
        var mask = _slots.Length - 1;
        for (var i = (int)((key * Golden) >> _shift); ; i = (i + 1) & mask)
        {
            ref var slot = ref _slots[i];
            if (slot.Key == key || slot.Key == IndexKey.None) return ref slot;
        }
    }

    private struct Slot
    {
        public ulong Key;
        public int Start;
        public int End;
    }
}
