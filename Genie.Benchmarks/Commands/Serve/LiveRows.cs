using System.Diagnostics;
using Genie.Diagnostics.Live;

namespace Genie.Benchmarks.Commands.Serve;

/// <summary>Shows each path's figures on the live page, once a second, and the regions.</summary>
internal sealed class LiveRows : IAsyncDisposable
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly PeriodicTimer _timer = new(Interval);
    private readonly Task _loop;

    /// <summary>Begins.</summary>
    public LiveRows(LiveFeed feed, IReadOnlyList<ServedPath> paths, ServedRegions regions) => _loop = RunAsync(feed, paths, regions);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        _timer.Dispose();
        await _loop.ConfigureAwait(false);
    }

    private async Task RunAsync(LiveFeed feed, IReadOnlyList<ServedPath> paths, ServedRegions regions)
    {
        var last = Stopwatch.GetTimestamp();
        foreach (var path in paths) feed.Publish(path.TakeRow(Interval));
        while (await _timer.WaitForNextTickAsync().ConfigureAwait(false))
        {
            var elapsed = Stopwatch.GetElapsedTime(last);
            last = Stopwatch.GetTimestamp();
            foreach (var path in paths) feed.Publish(path.TakeRow(elapsed));
            regions.Show();
        }
    }
}
