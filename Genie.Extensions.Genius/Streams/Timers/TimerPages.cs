using Genie.Extensions.Genius.Messages;

namespace Genie.Extensions.Genius.Streams.Timers;

/// <summary>The pages of timers that are in the store and not in memory, by the time at which their first timer fires. Not safe for concurrent callers.</summary>
/// <param name="idleTimeoutOf">A definition's idle timeout, by kind and name; null: there is no such definition.</param>
internal sealed class TimerPages(Func<TimerKind, string, TimeSpan?> idleTimeoutOf)
{
    private readonly PriorityQueue<TimerPage, long> _written = new();
    private readonly List<TimerPage> _loading = [];
    private readonly List<TimerPage> _loaded = [];

    /// <summary>The number of the page that is written next.</summary>
    public long Next { get; set; } = 1;

    /// <summary>When the first timer of a page fires at the earliest, in ticks of the clock; <see cref="long.MaxValue"/>: none does.</summary>
    public long FirstTicks => _written.TryPeek(out _, out var ticks) ? ticks : long.MaxValue;

    /// <summary>Those that a start needs.</summary>
    public IReadOnlyList<TimerPage> Needed => [.. _written.UnorderedItems.Select(static each => each.Element), .. _loading];

    /// <summary>Those whose timers are in memory again: nobody needs them once that is saved.</summary>
    public IReadOnlyList<TimerPage> Loaded => [.. _loaded];

    /// <summary>A page is in the store.</summary>
    public void Add(TimerPage page) =>
        _written.Enqueue(page, idleTimeoutOf(page.Kind, page.Name) is { } idle && idle != Timeout.InfiniteTimeSpan && page.FirstTicks < long.MaxValue - idle.Ticks ? page.FirstTicks + idle.Ticks : long.MaxValue);

    /// <summary>The clock was set back: pages by which timers fire in a time to come are read at once, since their keys may have been recorded as busy until then.</summary>
    public void Hasten(long nowTicks)
    {
        var pages = _written.UnorderedItems.Where(static each => each.Priority < long.MaxValue).Select(each => (each.Element, Math.Min(each.Priority, nowTicks))).ToList();
        var never = _written.UnorderedItems.Where(static each => each.Priority == long.MaxValue).ToList();
        _written.Clear();
        _written.EnqueueRange(pages);
        _written.EnqueueRange(never);
    }

    /// <summary>The first page, if one of its timers may fire by now: to be read, and then handed to <see cref="EndLoad"/>.</summary>
    public TimerPage? BeginLoad(long nowTicks)
    {
        if (FirstTicks > nowTicks) return null;
        var page = _written.Dequeue();
        _loading.Add(page);
        return page;
    }

    /// <summary>A page's timers are in memory.</summary>
    public void EndLoad(TimerPage page)
    {
        _loading.Remove(page);
        _loaded.Add(page);
    }

    /// <summary>A page is not in the store any more.</summary>
    public void Remove(TimerPage page) => _loaded.Remove(page);
}
