namespace Genie.Brokers.Ledger;

/// <summary>Numbers of complete chunks as sorted, disjoint, never adjacent ranges: one range in a run without holes.</summary>
internal sealed class ChunkRanges
{
    private readonly List<ChunkRange> _ranges = [];

    public IReadOnlyList<ChunkRange> Ranges => _ranges;

    public bool Contains(ulong chunk)
    {
        var next = FirstEndingAfter(chunk);
        return next < _ranges.Count && _ranges[next].Start <= chunk;
    }

    /// <summary>Adds a chunk that is not contained.</summary>
    public void Add(ulong chunk)
    {
        var next = FirstEndingAfter(chunk);
        var joinsLeft = next > 0 && _ranges[next - 1].End == chunk;
        var joinsRight = next < _ranges.Count && _ranges[next].Start == chunk + 1;
        var start = joinsLeft ? _ranges[next - 1].Start : chunk;
        var end = joinsRight ? _ranges[next].End : chunk + 1;
        if (joinsRight) _ranges.RemoveAt(next);
        if (joinsLeft) _ranges[next - 1] = new ChunkRange(start, end);
        else _ranges.Insert(next, new ChunkRange(start, end));
    }

    /// <summary>Adds a range, whatever of it is contained.</summary>
    public void Add(ChunkRange range)
    {
        var first = FirstEndingAfter(range.Start == 0 ? 0 : range.Start - 1);
        var last = first;
        for (; last < _ranges.Count && _ranges[last].Start <= range.End; last++)
            range = new ChunkRange(Math.Min(range.Start, _ranges[last].Start), Math.Max(range.End, _ranges[last].End));
        _ranges.RemoveRange(first, last - first);
        _ranges.Insert(first, range);
    }

    /// <summary>Removes one of <see cref="Ranges"/>.</summary>
    public void Remove(ChunkRange range) => _ranges.Remove(range);

    /// <summary>How many chunks of a range are contained.</summary>
    public ulong CountIn(ChunkRange range)
    {
        var count = 0UL;
        for (var next = FirstEndingAfter(range.Start); next < _ranges.Count && _ranges[next].Start < range.End; next++)
            count += Math.Min(range.End, _ranges[next].End) - Math.Max(range.Start, _ranges[next].Start);
        return count;
    }

    public void Clear() => _ranges.Clear();

    private int FirstEndingAfter(ulong chunk)
    {
        // New chunks complete at the end nearly always.
        if (_ranges.Count == 0 || _ranges[^1].End <= chunk) return _ranges.Count;
        var (low, high) = (0, _ranges.Count - 1);
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (_ranges[middle].End > chunk) high = middle;
            else low = middle + 1;
        }

        return low;
    }
}

/// <summary>Chunks from <paramref name="Start"/> up to but without <paramref name="End"/>.</summary>
internal readonly record struct ChunkRange(ulong Start, ulong End);
