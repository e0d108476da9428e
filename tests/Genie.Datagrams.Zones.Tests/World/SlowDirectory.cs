namespace Genie.Datagrams.Zones.Tests.World;

/// <summary>A directory that takes its time for assignments.</summary>
internal sealed class SlowDirectory(IZoneDirectory inner, TimeProvider time, TimeSpan delay) : IZoneDirectory
{
    public TimeSpan Delay { get; set; } = delay;

    /// <summary>How long the answer takes once an assignment is made.</summary>
    public TimeSpan AnswerDelay { get; set; }

    public int Asked { get; private set; }

    public TimeSpan LeaseTime => inner.LeaseTime;

    public ValueTask<ZoneMap> ReadAsync(CancellationToken cancellationToken) => inner.ReadAsync(cancellationToken);

    public ValueTask<ZoneMap> HeartbeatAsync(ZoneServerInfo server, CancellationToken cancellationToken) => inner.HeartbeatAsync(server, cancellationToken);

    public async ValueTask<ZoneMap?> TryAssignAsync(ZoneChange change, CancellationToken cancellationToken)
    {
        Asked++;

        await WaitAsync(Delay, cancellationToken);
        var map = await inner.TryAssignAsync(change, cancellationToken);
        await WaitAsync(AnswerDelay, cancellationToken);
        return map;
    }

    public ValueTask LeaveAsync(string server, CancellationToken cancellationToken) => inner.LeaveAsync(server, cancellationToken);

    // Task.Delay would be cancelled on a thread of its own, beside the network's.
    private async Task WaitAsync(TimeSpan delay, CancellationToken cancellationToken)
    {
        if (delay == TimeSpan.Zero) return;
        var waited = new TaskCompletionSource();
        using var timer = time.CreateTimer(_ => waited.TrySetResult(), null, delay, Timeout.InfiniteTimeSpan);
        using var cancelled = cancellationToken.Register(() => waited.TrySetCanceled(cancellationToken));
        await waited.Task;
    }
}
