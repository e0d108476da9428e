using Genie.Datagrams.Zones.Wire;

namespace Genie.Datagrams.Zones;

/// <summary>What a directory knows: leases by one clock, and owners with their epochs. Not safe for concurrent callers.</summary>
internal sealed class LeaseTable(ZoneLayout layout, TimeSpan leaseTime, TimeProvider time)
{
    private readonly Dictionary<string, Lease> _leases = [];
    private readonly Dictionary<int, (long Epoch, ZoneServerInfo Owner)> _owners = [];

    /// <summary>Assignments so far.</summary>
    public long Version { get; private set; }

    public void Renew(ZoneServerInfo server)
    {
        foreach (var ended in _leases.Keys.Where(name => !IsLive(name)).ToList()) _leases.Remove(ended);
        _leases[server.Name] = new Lease(server, time.GetTimestamp());
    }

    public void End(string server) => _leases.Remove(server);

    /// <summary>Whether a change may be made now.</summary>
    public bool Allows(ZoneChange change)
    {
        if (!layout.Zones.Contains(change.Zone) || !IsLive(change.By) || !IsLive(change.To)) return false;
        var (epoch, owner) = _owners.GetValueOrDefault(change.Zone);
        return epoch == change.ExpectedEpoch && (owner is null || owner.Name == change.By || !IsLive(owner.Name));
    }

    /// <summary>Makes a change that is allowed, or was when it was made.</summary>
    public void Apply(int zone, long epoch, ZoneServerInfo owner)
    {
        _owners[zone] = (epoch, owner);
        Version++;
    }

    public ZoneServerInfo? Find(string server) => _leases.GetValueOrDefault(server)?.Server;

    /// <summary>All of it, with leases that have ended by this clock: by another's they may run.</summary>
    public DirectorySnapshot ToSnapshot() => ToSnapshot(_leases.Values);

    /// <summary>Without leases that have ended: what is known where this clock alone counts.</summary>
    public DirectorySnapshot ToLiveSnapshot() => ToSnapshot(_leases.Values.Where(lease => IsLive(lease.Server.Name)));

    /// <summary>Becomes what a snapshot says. Leases in it count from now: nobody is taken for dead too early.</summary>
    public void Restore(DirectorySnapshot snapshot)
    {
        foreach (var one in snapshot.Events) one.ApplyTo(this);
        Version = snapshot.Version;
    }

    public ZoneMap ToMap() => new(
        Version,
        layout,
        _owners.Select(one => new ZoneAssignment(one.Key, one.Value.Epoch, Find(one.Value.Owner.Name) ?? one.Value.Owner, IsLive(one.Value.Owner.Name))),
        _leases.Values.Where(lease => IsLive(lease.Server.Name)).Select(lease => lease.Server));

    private DirectorySnapshot ToSnapshot(IEnumerable<Lease> leases) => new(
        Version,
        [.. _owners.Select(one => DirectoryEvent.Assigned(one.Key, one.Value.Epoch, one.Value.Owner)), .. leases.Select(lease => DirectoryEvent.Renewed(lease.Server))]);

    private bool IsLive(string server) => _leases.TryGetValue(server, out var lease) && time.GetElapsedTime(lease.RenewedAt) < leaseTime;

    private sealed record Lease(ZoneServerInfo Server, long RenewedAt);
}
