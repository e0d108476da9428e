namespace Genie.Datagrams.Zones;

/// <summary>A directory in the memory of one process: for zone servers that share it, and for tests.</summary>
public sealed class InMemoryZoneDirectory : IZoneDirectory
{
    private readonly Lock _gate = new();
    private readonly LeaseTable _table;

    /// <summary>A directory without servers.</summary>
    /// <param name="layout">The zones.</param>
    /// <param name="leaseTime">See <see cref="IZoneDirectory.LeaseTime"/>; null: 1.5 seconds.</param>
    /// <param name="time">The clock of leases; null: the system's.</param>
    public InMemoryZoneDirectory(ZoneLayout layout, TimeSpan? leaseTime = null, TimeProvider? time = null)
    {
        ArgumentNullException.ThrowIfNull(layout);
        LeaseTime = leaseTime ?? TimeSpan.FromSeconds(1.5);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(LeaseTime, TimeSpan.Zero, nameof(leaseTime));
        _table = new LeaseTable(layout, LeaseTime, time ?? TimeProvider.System);
    }

    /// <inheritdoc/>
    public TimeSpan LeaseTime { get; }

    /// <inheritdoc/>
    public ValueTask<ZoneMap> ReadAsync(CancellationToken cancellationToken)
    {
        lock (_gate) return ValueTask.FromResult(_table.ToMap());
    }

    /// <inheritdoc/>
    public ValueTask<ZoneMap> HeartbeatAsync(ZoneServerInfo server, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(server);
        lock (_gate)
        {
            _table.Renew(server);
            return ValueTask.FromResult(_table.ToMap());
        }
    }

    /// <inheritdoc/>
    public ValueTask<ZoneMap?> TryAssignAsync(ZoneChange change, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(change);
        lock (_gate)
        {
            if (!_table.Allows(change)) return ValueTask.FromResult<ZoneMap?>(null);
            _table.Apply(change.Zone, change.ExpectedEpoch + 1, _table.Find(change.To)!);
            return ValueTask.FromResult<ZoneMap?>(_table.ToMap());
        }
    }

    /// <inheritdoc/>
    public ValueTask LeaveAsync(string server, CancellationToken cancellationToken)
    {
        lock (_gate) _table.End(server);
        return default;
    }
}
