namespace Genie.Datagrams.Zones.Orleans.Tests;

/// <summary>A zone server's way to the cluster. Off, nothing of it arrives any more, as from a machine that has lost its power: not even what it says when its host is disposed.</summary>
internal sealed class PowerSwitch
{
    private volatile bool _isOff;

    public void TurnOff() => _isOff = true;

    public IZoneDirectory Before(IZoneDirectory directory) => new SwitchedDirectory(this, directory);

    public IEntityStore Before(IEntityStore store) => new SwitchedStore(this, store);

    private void Check()
    {
        if (_isOff) throw new ZoneException("the power is off", isTransient: true);
    }

    private sealed class SwitchedDirectory(PowerSwitch power, IZoneDirectory inner) : IZoneDirectory
    {
        public TimeSpan LeaseTime => inner.LeaseTime;

        public ValueTask<ZoneMap> ReadAsync(CancellationToken cancellationToken)
        {
            power.Check();
            return inner.ReadAsync(cancellationToken);
        }

        public ValueTask<ZoneMap> HeartbeatAsync(ZoneServerInfo server, CancellationToken cancellationToken)
        {
            power.Check();
            return inner.HeartbeatAsync(server, cancellationToken);
        }

        public ValueTask<ZoneMap?> TryAssignAsync(ZoneChange change, CancellationToken cancellationToken)
        {
            power.Check();
            return inner.TryAssignAsync(change, cancellationToken);
        }

        public ValueTask LeaveAsync(string server, CancellationToken cancellationToken)
        {
            power.Check();
            return inner.LeaveAsync(server, cancellationToken);
        }
    }

    private sealed class SwitchedStore(PowerSwitch power, IEntityStore inner) : IEntityStore
    {
        public ValueTask<EntityRecord?> LoadAsync(ulong entity, CancellationToken cancellationToken)
        {
            power.Check();
            return inner.LoadAsync(entity, cancellationToken);
        }

        public ValueTask<bool> TrySaveAsync(EntityRecord record, CancellationToken cancellationToken)
        {
            power.Check();
            return inner.TrySaveAsync(record, cancellationToken);
        }
    }
}
