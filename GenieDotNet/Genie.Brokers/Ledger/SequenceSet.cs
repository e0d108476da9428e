namespace Genie.Brokers.Ledger;

/// <summary>
/// A set of sequences at one bit each while a chunk fills; a complete chunk is recycled and remembered by its number
/// alone. A set without holes therefore needs the same memory for a thousand sequences as for a billion, and one with few holes
/// two bytes for each (<see cref="PackedChunks"/>). Not safe for concurrent callers.
/// </summary>
internal sealed class SequenceSet
{
    private const int SpareMax = 4;

    // So many bitmaps before those with few exceptions are packed; later twice as many as were left.
    private const int OpenMin = 8;

    // A shorter range of complete chunks is smaller packed.
    private const int RangeMin = 64;

    // The object, its array's header, its entry among the open ones.
    private const int ChunkBytes = (SequenceChunk.Words * sizeof(ulong)) + 88;

    private readonly Dictionary<ulong, SequenceChunk> _open = [];
    private readonly ChunkRanges _complete = new();
    private readonly PackedChunks _packed = new();
    private readonly Stack<SequenceChunk> _spare = new(SpareMax);
    private int _packAt = OpenMin;
    private SequenceChunk? _recent;
    private ulong _recentNumber;

    /// <summary>How many sequences it holds.</summary>
    public long Count { get; private set; }

    /// <summary>Chunks that are kept as bitmaps.</summary>
    public int OpenChunksCount => _open.Count;

    /// <summary>Chunks besides <see cref="CompleteChunks"/>.</summary>
    public int PartialChunksCount => _open.Count + _packed.Count;

    /// <summary>Chunks besides <see cref="CompleteChunks"/>; each is valid until the next.</summary>
    public IEnumerable<(ulong Number, SequenceChunk Chunk)> PartialChunks
    {
        get
        {
            foreach (var (number, chunk) in _open) yield return (number, chunk);
            if (_packed.Count == 0) yield break;
            var copy = new SequenceChunk();
            foreach (var number in _packed.Numbers)
            {
                _packed.TryRead(number, copy);
                yield return (number, copy);
            }
        }
    }

    /// <summary>What it takes in memory, nearly.</summary>
    public long Bytes => ((long)(_open.Count + _spare.Count) * ChunkBytes) + _packed.Bytes + (_complete.Ranges.Count * 2L * sizeof(ulong));

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

    public bool Contains(ulong sequence)
    {
        var number = sequence / SequenceChunk.Bits;
        return Partial(number, new SequenceChunk()) is { } chunk ? chunk.Contains((int)(sequence % SequenceChunk.Bits)) : _complete.Contains(number);
    }

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
        if (_packed.Count > 0)
        {
            var copy = new SequenceChunk();
            foreach (var number in _packed.Numbers.Where(number => number >= range.Start && number < range.End).ToArray())
            {
                _packed.TryRead(number, copy);
                _packed.Remove(number);
                overlap += copy.Count;
            }
        }

        _complete.Add(range);
        _recent = null;
        Count += ((long)(range.End - range.Start) * SequenceChunk.Bits) - overlap;
        return overlap;
    }

    /// <summary>Adds all of another set.</summary>
    public void UnionWith(SequenceSet other)
    {
        foreach (var (number, chunk) in other.PartialChunks) Union(number, chunk.Bitmap);
        foreach (var range in other._complete.Ranges) Union(range);
    }

    /// <summary>How many of this set's sequences <paramref name="other"/> does not hold.</summary>
    public long CountMissingIn(SequenceSet other)
    {
        long missing = 0;
        var copy = new SequenceChunk();
        foreach (var (number, chunk) in PartialChunks)
        {
            if (other.Partial(number, copy) is { } theirs) missing += chunk.CountMissingIn(theirs);
            else if (!other._complete.Contains(number)) missing += chunk.Count;
        }

        foreach (var range in _complete.Ranges)
        {
            for (var number = range.Start; number < range.End; number++)
            {
                if (other.Partial(number, copy) is { } theirs) missing += SequenceChunk.Bits - theirs.Count;
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
        foreach (var (number, chunk) in PartialChunks)
        {
            if (number < boundary) count += chunk.Count;
            else if (number == boundary) count += chunk.CountBelow(bits);
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
        _packed.Clear();
        _recent = null;
        _packAt = OpenMin;
        Count = 0;
    }

    /// <summary>The chunk to write to, or null if it is complete.</summary>
    private SequenceChunk? Find(ulong number)
    {
        if (!_open.TryGetValue(number, out var chunk))
        {
            if (_complete.Contains(number)) return null;
            if (_open.Count >= _packAt) Pack();
            if (!_spare.TryPop(out chunk)) chunk = new SequenceChunk();
            if (_packed.TryRead(number, chunk))
            {
                if (chunk.IsComplete)
                {
                    Recycle(chunk);
                    return null;
                }

                _packed.Remove(number);
            }

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
        Recycle(chunk);
    }

    private void Recycle(SequenceChunk chunk)
    {
        if (_spare.Count == SpareMax) return;
        chunk.Clear();
        _spare.Push(chunk);
    }

    /// <summary>A chunk that is not complete, or is so among packed ones: itself or in <paramref name="copy"/>; null where there is none.</summary>
    private SequenceChunk? Partial(ulong number, SequenceChunk copy) =>
        _open.TryGetValue(number, out var open) ? open : _packed.TryRead(number, copy) ? copy : null;

    private void Pack()
    {
        foreach (var (number, chunk) in _open.Where(static pair => PackedChunks.Takes(pair.Value)).ToArray())
        {
            _open.Remove(number);
            _packed.Add(number, chunk);
            Recycle(chunk);
        }

        if (_packed.Count > 0) PackRanges();
        _packAt = Math.Max(OpenMin, 2 * _open.Count);
        _recent = null;
    }

    // Holes cut what is complete into pieces. The last one still grows.
    private void PackRanges()
    {
        foreach (var range in _complete.Ranges.SkipLast(1).Where(static range => range.End - range.Start < RangeMin).ToArray())
        {
            _complete.Remove(range);
            for (var number = range.Start; number < range.End; number++) _packed.AddComplete(number);
        }
    }

    private static int PopCount(ReadOnlySpan<ulong> bitmap)
    {
        var count = 0;
        foreach (var word in bitmap) count += System.Numerics.BitOperations.PopCount(word);
        return count;
    }
}
