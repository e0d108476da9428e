using System.Collections.Concurrent;
using System.Net.ServerSentEvents;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Threading.Channels;

namespace Genie.Diagnostics.Live;

/// <summary>
/// Hands what happens to the pages that are open. A page that is too slow misses the oldest; while none is open, events cost next to nothing.
/// Regions and rows are kept for pages that are opened later. Safe for concurrent callers.
/// </summary>
public sealed class LiveFeed
{
    private const int Backlog = 1024;

    private readonly ConcurrentDictionary<Channel<SseItem<string>>, byte> _pages = new();
    private readonly ConcurrentDictionary<string, SseItem<string>> _kept = new(StringComparer.Ordinal);

    /// <summary>True while somebody looks.</summary>
    public bool IsWatched => !_pages.IsEmpty;

    /// <summary>Shows an event. One whose coordinates are not finite has no place on the map, and is left out.</summary>
    public void Publish(LiveEvent value)
    {
        ArgumentNullException.ThrowIfNull(value);
        if (IsWatched && double.IsFinite(value.Latitude) && double.IsFinite(value.Longitude)) Send(new SseItem<string>(JsonSerializer.Serialize(value, LiveJsonContext.Default.LiveEvent), "event"));
    }

    /// <summary>Shows a decision.</summary>
    public void Publish(LiveDecision value)
    {
        if (IsWatched) Send(new SseItem<string>(JsonSerializer.Serialize(value, LiveJsonContext.Default.LiveDecision), "decision"));
    }

    /// <summary>Shows a region from now on, or one without outlines no longer. Outlines with a coordinate that is not finite are left out.</summary>
    public void Publish(LiveRegion value)
    {
        ArgumentNullException.ThrowIfNull(value);
        if (!value.Rings.All(IsFinite)) value = value with { Rings = [.. value.Rings.Where(IsFinite)] };
        var item = new SseItem<string>(JsonSerializer.Serialize(value, LiveJsonContext.Default.LiveRegion), "region");
        if (value.Rings.Count > 0)
        {
            Keep("region/" + value.Name, item);
            return;
        }

        _kept.TryRemove("region/" + value.Name, out _);
        Send(item);
    }

    /// <summary>Shows a row from now on. Figures that are not finite are shown as 0.</summary>
    public void Publish(LiveRow value)
    {
        ArgumentNullException.ThrowIfNull(value);
        value = value with { PerSecond = Finite(value.PerSecond), MeanMicroseconds = Finite(value.MeanMicroseconds), RefusedPerSecond = Finite(value.RefusedPerSecond) };
        Keep("row/" + value.Name, new SseItem<string>(JsonSerializer.Serialize(value, LiveJsonContext.Default.LiveRow), "row"));
    }

    /// <summary>What is kept, and then all that is published.</summary>
    internal async IAsyncEnumerable<SseItem<string>> WatchAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var page = Channel.CreateBounded<SseItem<string>>(new BoundedChannelOptions(Backlog) { FullMode = BoundedChannelFullMode.DropOldest, SingleReader = true });
        _pages[page] = 0;
        try
        {
            // After the page was registered: what is published meanwhile comes twice, and nothing is missed.
            foreach (var item in _kept.OrderBy(kept => kept.Key, StringComparer.Ordinal)) yield return item.Value;
            await foreach (var item in page.Reader.ReadAllAsync(cancellationToken).ConfigureAwait(false)) yield return item;
        }
        finally
        {
            _pages.TryRemove(page, out _);
        }
    }

    // JSON has no other numbers, and whoever publishes must not fail by what is shown.
    private static double Finite(double value) => double.IsFinite(value) ? value : 0;

    private static bool IsFinite(double[] ring) => Array.TrueForAll(ring, double.IsFinite);

    private void Keep(string key, SseItem<string> item)
    {
        _kept[key] = item;
        Send(item);
    }

    private void Send(SseItem<string> item)
    {
        foreach (var page in _pages.Keys) page.Writer.TryWrite(item);
    }
}
