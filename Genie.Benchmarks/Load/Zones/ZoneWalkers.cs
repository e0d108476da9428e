using System.Diagnostics;
using Genie.Datagrams.Zones.EventStore;

namespace Genie.Benchmarks.Load.Zones;

/// <summary>All clients, and the task that lets them walk.</summary>
internal sealed class ZoneWalkers : IAsyncDisposable
{
    private const double CellsPerSecond = 1.5;

    private static readonly TimeSpan TickInterval = TimeSpan.FromMilliseconds(50);

    private readonly EventStoreEntityStore _entities;
    private readonly CancellationTokenSource _silence = new();
    private readonly Task _walking;

    /// <summary>Lets them walk.</summary>
    /// <param name="all">All of them.</param>
    /// <param name="entities">Where their entities are kept.</param>
    public ZoneWalkers(IReadOnlyList<ZoneWalker> all, EventStoreEntityStore entities)
    {
        (All, _entities) = (all, entities);
        _walking = Task.Run(WalkAsync);
    }

    /// <summary>All of them.</summary>
    public IReadOnlyList<ZoneWalker> All { get; }

    /// <summary>The longest time in which no message of one of them was handled, since it was last asked.</summary>
    public TimeSpan TakeLongestGap() => All.Max(static walker => walker.TakeLongestGap());

    /// <summary>Messages that what is kept, or what was said back, leaves out; and those that came again or out of order.</summary>
    /// <param name="isSilent">True: nothing is on its way any more, and what has not come is lost.</param>
    /// <param name="cancellationToken">Gives it up.</param>
    public async Task<(long Lost, long Doubled)> AuditAsync(bool isSilent, CancellationToken cancellationToken)
    {
        var (lost, doubled) = (0L, 0L);
        foreach (var walker in All)
        {
            var kept = await _entities.LoadAsync(walker.Entity, cancellationToken).ConfigureAwait(false) is { } record ? WalkerPackets.CountOf(record.State) : default;
            var heard = walker.Heard;
            lost += isSilent ? kept.LostOf(walker.Said) + heard.LostOf(walker.Said) : (long)kept.Lost + heard.Lost;
            doubled += (long)kept.Doubled + heard.Doubled;
        }

        return (lost, doubled);
    }

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
