using Genie.Extensions.Genius.Messages;

namespace Genie.Extensions.Genius.Streams.Sources;

/// <summary>
/// How far the sources of one key's events have come. Those that are idle are forgotten, since they hold nothing back; one that comes back is as one that is new. As the watermarks by split of Apache Flink,
/// whose minimum without the idle ones is their combination.
/// </summary>
/// <param name="sourcesMax">The most sources that are known; beyond that one that is new neither moves the watermark nor holds it back, until another is idle.</param>
internal sealed class SourceWatermarks(int sourcesMax)
{
    private readonly SortedDictionary<ulong, SourceSaved> _sources = [];

    /// <summary>The time that all sources have come to; null: there is none.</summary>
    public long? TimeTicks => _sources.Count == 0 ? null : _sources.Values.Min(static each => each.TimeTicks);

    /// <summary>An event came.</summary>
    /// <param name="source">Of which source.</param>
    /// <param name="timeTicks">The event's time.</param>
    /// <param name="clockTicks">When it came.</param>
    public void Take(ulong source, long timeTicks, long clockTicks)
    {
        if (_sources.TryGetValue(source, out var known))
            (known.TimeTicks, known.ArrivedTicks) = (Math.Max(known.TimeTicks, timeTicks), Math.Max(known.ArrivedTicks, clockTicks));
        else if (_sources.Count < sourcesMax)
            _sources.Add(source, new SourceSaved { Source = source, TimeTicks = timeTicks, ArrivedTicks = clockTicks });
    }

    /// <summary>If the clock ran ahead and was set back: the last of those that were heard of in a time to come was heard of just now, and the others as long before it as they were.</summary>
    /// <param name="nowTicks">What it shows.</param>
    public void Settle(long nowTicks)
    {
        var aheadTicks = _sources.Count == 0 ? 0 : _sources.Values.Max(static each => each.ArrivedTicks) - nowTicks;
        if (aheadTicks <= 0) return;
        foreach (var each in _sources.Values.Where(each => each.ArrivedTicks > nowTicks)) each.ArrivedTicks -= aheadTicks;
    }

    /// <summary>Forgets those that are idle, one after the other, as they became so.</summary>
    /// <param name="idleTicks">Those that were last heard of by then.</param>
    /// <param name="except">One that is heard of just now; null: none is.</param>
    /// <returns>The time that those have come to that are left, after each.</returns>
    public IEnumerable<long> Forget(long idleTicks, ulong? except)
    {
        var idle = _sources.Values.Where(each => each.ArrivedTicks <= idleTicks && each.Source != except).OrderBy(static each => each.ArrivedTicks).ThenByDescending(static each => each.TimeTicks).ToList();
        foreach (var each in idle)
        {
            _sources.Remove(each.Source);
            if (TimeTicks is { } left) yield return left;
        }
    }

    /// <summary>When those that hold a time back were last heard of, if others have come to it that were heard of later; null: nobody holds it back, or nobody has come to it.</summary>
    /// <param name="timeTicks">The time.</param>
    public long? HeldUntil(long timeTicks)
    {
        if (_sources.Count < 2) return null;
        var (behind, ahead) = (long.MinValue, long.MinValue);
        foreach (var each in _sources.Values)
        {
            if (each.TimeTicks < timeTicks) behind = Math.Max(behind, each.ArrivedTicks);
            else ahead = Math.Max(ahead, each.ArrivedTicks);
        }

        return behind > long.MinValue && ahead > behind ? behind : null;
    }

    /// <summary>What is saved.</summary>
    public IEnumerable<SourceSaved> Save() => _sources.Values.Select(static each => each.Clone());

    /// <summary>Takes on what was saved.</summary>
    public void Load(IEnumerable<SourceSaved> saved)
    {
        _sources.Clear();
        foreach (var each in saved) _sources.Add(each.Source, each.Clone());
    }
}
