namespace Genie.Datagrams.Zones.Serving;

/// <summary>What a server knows of the map, and which zones are its own now. On the server's queue only.</summary>
internal sealed class Ownership(ZoneServerOptions options, TimeSpan leaseTime)
{
    private const long Never = long.MinValue;

    private HashSet<int> _owned = [];
    private int? _given;
    private long _renewedAt = Never;
    private bool _isEnded;

    public ZoneMap? Map { get; private set; }

    /// <summary>False when the lease has not been renewed in time: others may own the zones already.</summary>
    public bool IsLeaseRunning => Volatile.Read(ref _renewedAt) is var renewed and not Never && options.Time.GetElapsedTime(renewed) < leaseTime;

    /// <summary>The zones that are served here, but for one that is being given away. Never changed: another one takes its place. From any thread.</summary>
    public IReadOnlySet<int> Owned => Volatile.Read(ref _owned);

    /// <summary>A lease was renewed by a call that began at a time.</summary>
    public void Renew(long begunAt)
    {
        if (!_isEnded) Volatile.Write(ref _renewedAt, begunAt);
    }

    /// <summary>Ends the lease for good: a renewal that is still under way does not bring it back.</summary>
    public void End()
    {
        _isEnded = true;
        Volatile.Write(ref _renewedAt, Never);
    }

    /// <summary>Takes a map, unless it is older than what is known.</summary>
    /// <returns>False if it is.</returns>
    public bool Learn(ZoneMap map)
    {
        if (Map is { } known && map.Version < known.Version) return false;
        Map = map;
        Note();
        return true;
    }

    /// <summary>A zone is about to be given away: its new owner may know of it before this server does.</summary>
    public void BeginGiving(int zone)
    {
        _given = zone;
        Note();
    }

    /// <summary>The directory has told, by an answer or a later map, whose the zone is.</summary>
    public void EndGiving()
    {
        _given = null;
        Note();
    }

    public bool Owns(int zone) => IsLeaseRunning && _owned.Contains(zone);

    public long EpochOf(int zone) => Map?.Find(zone)?.Epoch ?? 0;

    /// <summary>The zone of this server's that an entity can be served in: that of its position, or one near enough.</summary>
    /// <param name="position">Where it is.</param>
    /// <param name="current">Where it is served now, which it keeps near a border; null for none.</param>
    public int? ZoneFor(MapPosition position, int? current = null)
    {
        if (Map is not { } map || !IsLeaseRunning) return null;
        if (map.Layout.ZoneAt(position) is { } zone && _owned.Contains(zone)) return zone;
        return current is { } kept && _owned.Contains(kept) && map.Layout.ZonesWithin(position, options.HandoverMarginMetres).Any(near => near.Zone == kept) ? kept : null;
    }

    private void Note() => Volatile.Write(ref _owned, Map is { } map ? [.. map.OwnedBy(options.Name).Select(static one => one.Zone).Where(zone => zone != _given)] : []);
}
