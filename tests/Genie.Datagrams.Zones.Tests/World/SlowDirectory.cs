namespace Genie.Datagrams.Zones.Tests.World;

/// <summary>A directory that takes its time for assignments.</summary>
internal sealed class SlowDirectory(IZoneDirectory inner, TimeProvider time, TimeSpan delay) : IZoneDirectory
{
    public TimeSpan Delay { get; set; } = delay;

    public int Asked { get; private set; }

    public TimeSpan LeaseTime => inner.LeaseTime;

    public ValueTask<ZoneMap> ReadAsync(CancellationToken cancellationToken) => inner.ReadAsync(cancellationToken);

    public ValueTask<ZoneMap> HeartbeatAsync(ZoneServerInfo server, CancellationToken cancellationToken) => inner.HeartbeatAsync(server, cancellationToken);

    public async ValueTask<ZoneMap?> TryAssignAsync(ZoneChange change, CancellationToken cancellationToken)
    {
        Asked++;

        // Task.Delay would be cancelled on a thread of its own, beside the network's.
        var waited = new TaskCompletionSource();
        using var timer = time.CreateTimer(_ => waited.TrySetResult(), null, Delay, Timeout.InfiniteTimeSpan);
        using var cancelled = cancellationToken.Register(() => waited.TrySetCanceled(cancellationToken));
        await waited.Task;
        return await inner.TryAssignAsync(change, cancellationToken);
    }

    public ValueTask LeaveAsync(string server, CancellationToken cancellationToken) => inner.LeaveAsync(server, cancellationToken);
}
