namespace Genie.Brokers.Ledger;

/// <summary>
/// A set of sequences at one bit each while a chunk fills; a complete chunk is recycled and remembered by its number
/// alone. A set without holes therefore needs the same memory for a thousand sequences as for a billion, and a hole
/// keeps only its own chunk. Not safe for concurrent callers.
/// </summary>
internal sealed class SequenceSet
{
    private const int SpareMax = 4;

    private readonly Dictionary<ulong, SequenceChunk> _open = [];
    private readonly ChunkRanges _complete = new();
    private readonly Stack<SequenceChunk> _spare = new(SpareMax);
    private SequenceChunk? _recent;
    private ulong _recentNumber;

    /// <summary>How many sequences it holds.</summary>
    public long Count { get; private set; }

    public IReadOnlyDictionary<ulong, SequenceChunk> OpenChunks => _open;

    public IReadOnlyList<ChunkRange> CompleteChunks => _complete.Ranges;

    /// <summary>False if it was there.</summary>
    public bool Add(ulong sequence)
    {
        var number = sequence / SequenceChunk.Bits;
        var chunk = _recent is not null && _recentNumber == number ? _recent : Find(number);
        if (chunk is null || !chunk.Add((int)(sequence % SequenceChunk.Bits))) return false;
        Count++;
        if (chunk.IsComplete) Complete(number, chunk);
        return true;
    }

    public bool Contains(ulong sequence) =>
        _open.TryGetValue(sequence / SequenceChunk.Bits, out var chunk)
            ? chunk.Contains((int)(sequence % SequenceChunk.Bits)) : _complete.Contains(sequence / SequenceChunk.Bits);

    /// <summary>Adds a whole chunk; returns how many of its sequences were there.</summary>
    public int Union(ulong number, ReadOnlySpan<ulong> bitmap)
    {
        var chunk = Find(number);
        if (chunk is null) return PopCount(bitmap);
        var before = chunk.Count;
        var overlap = chunk.Union(bitmap);
        Count += chunk.Count - before;
        if (chunk.IsComplete) Complete(number, chunk);
        return overlap;
    }

    /// <summary>Adds complete chunks, in time that does not depend on how many; returns how many of their sequences were there.</summary>
    public long Union(ChunkRange range)
    {
        var complete = _complete.CountIn(range);
        var open = _open.Where(pair => pair.Key >= range.Start && pair.Key < range.End).ToArray();
        var overlap = ((long)complete * SequenceChunk.Bits) + open.Sum(pair => (long)pair.Value.Count);
        foreach (var (number, _) in open) _open.Remove(number);
        _complete.Add(range);
        _recent = null;
        Count += ((long)(range.End - range.Start) * SequenceChunk.Bits) - overlap;
        return overlap;
    }

    /// <summary>Adds all of another set.</summary>
    public void UnionWith(SequenceSet other)
    {
        foreach (var (number, chunk) in other._open) Union(number, chunk.Bitmap);
        foreach (var range in other._complete.Ranges) Union(range);
    }

    /// <summary>How many of this set's sequences <paramref name="other"/> does not hold.</summary>
    public long CountMissingIn(SequenceSet other)
    {
        long missing = 0;
        foreach (var (number, chunk) in _open)
        {
            if (other._open.TryGetValue(number, out var theirs)) missing += chunk.CountMissingIn(theirs);
            else if (!other._complete.Contains(number)) missing += chunk.Count;
        }

        foreach (var range in _complete.Ranges)
        {
            for (var number = range.Start; number < range.End; number++)
            {
                if (other._open.TryGetValue(number, out var theirs)) missing += SequenceChunk.Bits - theirs.Count;
                else if (!other._complete.Contains(number)) missing += SequenceChunk.Bits;
            }
        }

        return missing;
    }

    /// <summary>How many of its sequences are lower than <paramref name="limit"/>.</summary>
    public long CountBelow(ulong limit)
    {
        var (boundary, bits) = (limit / SequenceChunk.Bits, (int)(limit % SequenceChunk.Bits));
        long count = 0;
        foreach (var (number, chunk) in _open)
        {
            if (number < boundary) count += chunk.Count;
            else if (number == boundary) count += Enumerable.Range(0, bits).Count(chunk.Contains);
        }

        foreach (var range in _complete.Ranges)
        {
            if (range.Start < boundary) count += (long)(Math.Min(range.End, boundary) - range.Start) * SequenceChunk.Bits;
            if (range.Start <= boundary && boundary < range.End) count += bits;
        }

        return count;
    }

    public void Clear()
    {
        _open.Clear();
        _complete.Clear();
        _recent = null;
        Count = 0;
    }

    /// <summary>The chunk to write to, or null if it is complete.</summary>
    private SequenceChunk? Find(ulong number)
    {
        if (!_open.TryGetValue(number, out var chunk))
        {
            if (_complete.Contains(number)) return null;
            if (!_spare.TryPop(out chunk)) chunk = new SequenceChunk();
            _open.Add(number, chunk);
        }

        _recent = chunk;
        _recentNumber = number;
        return chunk;
    }

    private void Complete(ulong number, SequenceChunk chunk)
    {
        _open.Remove(number);
        _complete.Add(number);
        _recent = null;
        if (_spare.Count == SpareMax) return;
        chunk.Clear();
        _spare.Push(chunk);
    }

    private static int PopCount(ReadOnlySpan<ulong> bitmap)
    {
        var count = 0;
        foreach (var word in bitmap) count += System.Numerics.BitOperations.PopCount(word);
        return count;
    }
}
