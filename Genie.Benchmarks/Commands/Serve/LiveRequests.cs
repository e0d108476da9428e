using System.Diagnostics;
using Genie.Diagnostics.Live;
using Genie.Workload.Places;

namespace Genie.Benchmarks.Commands.Serve;

/// <summary>Shows some of the requests on the live page: where they come from and how they ended. Safe for concurrent callers.</summary>
/// <param name="feed">The page's feed.</param>
/// <param name="regions">What they are told apart by.</param>
internal sealed class LiveRequests(LiveFeed feed, ServedRegions regions)
{
    // More tell an eye nothing and cost what is measured.
    private const int ShownPerSecondMax = 20;
    private static readonly long Interval = Stopwatch.Frequency / ShownPerSecondMax;

    private long _next;

    /// <summary>Shows a request, if somebody looks and none was shown just before.</summary>
    /// <param name="path">Whose it is.</param>
    /// <param name="slot">The slot, still taken.</param>
    /// <param name="error">Why it failed; null: it did not.</param>
    public void Show(ServedPath path, RequestSlot slot, string? error)
    {
        if (!feed.IsWatched || !TryTakeTurn() || slot.Place is not { } place) return;
        feed.Publish(new LiveEvent(path.Path, path.Mode, DateTimeOffset.UtcNow, place.Point.Latitude, place.Point.Longitude));
        feed.Publish(new LiveDecision(path.Path, error is null, error ?? (path.Mode == ServedPath.FireMode ? "confirmed" : $"answered with {NameOf(place)}"), regions.Of(place.Point)));
    }

    private static string NameOf(KnownPlace place) => string.Join(", ", new[] { place.CountyCode, place.StateCode, place.CountryCode }.Where(code => code.Length > 0));

    private bool TryTakeTurn()
    {
        var (now, next) = (Stopwatch.GetTimestamp(), Interlocked.Read(ref _next));
        return now >= next && Interlocked.CompareExchange(ref _next, now + Interval, next) == next;
    }
}
