using System.Diagnostics;

namespace Genie.Benchmarks.Load.Zones;

/// <summary>All clients, and the task that lets them walk.</summary>
internal sealed class ZoneWalkers : IAsyncDisposable
{
    private const double CellsPerSecond = 1.5;

    private static readonly TimeSpan TickInterval = TimeSpan.FromMilliseconds(50);

    private readonly CancellationTokenSource _silence = new();
    private readonly Task _walking;

    /// <summary>Lets them walk.</summary>
    public ZoneWalkers(IReadOnlyList<ZoneWalker> all)
    {
        All = all;
        _walking = Task.Run(WalkAsync);
    }

    /// <summary>All of them.</summary>
    public IReadOnlyList<ZoneWalker> All { get; }

    /// <summary>No more is said.</summary>
    public async Task FallSilentAsync()
    {
        await _silence.CancelAsync().ConfigureAwait(false);
        await _walking.ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await FallSilentAsync().ConfigureAwait(false);
        foreach (var walker in All) walker.Dispose();
        _silence.Dispose();
    }

    private async Task WalkAsync()
    {
        for (var last = Stopwatch.GetTimestamp(); !_silence.IsCancellationRequested;)
        {
            var now = Stopwatch.GetTimestamp();
            foreach (var walker in All) walker.Step(CellsPerSecond * Stopwatch.GetElapsedTime(last, now).TotalSeconds);
            last = now;
            await Task.Delay(TickInterval, _silence.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }
}
