using System.Collections.Frozen;

namespace Genie.Datagrams.Zones;

/// <summary>Who owns which zone, and so which cell, at a moment. Immutable; a later one has a higher version.</summary>
public sealed class ZoneMap
{
    private readonly FrozenDictionary<int, ZoneAssignment> _assignments;

    /// <summary>A map.</summary>
    /// <param name="version">Grows with every change of an assignment.</param>
    /// <param name="layout">The zones.</param>
    /// <param name="assignments">Their owners; zones that are not among them have none.</param>
    /// <param name="servers">The servers whose leases run.</param>
    public ZoneMap(long version, ZoneLayout layout, IEnumerable<ZoneAssignment> assignments, IEnumerable<ZoneServerInfo> servers)
    {
        ArgumentNullException.ThrowIfNull(layout);
        var given = assignments.ToDictionary(one => one.Zone);
        (Version, Layout, Servers) = (version, layout, [.. servers]);
        _assignments = layout.Zones.ToFrozenDictionary(zone => zone, zone => given.GetValueOrDefault(zone) ?? new ZoneAssignment(zone, 0, null, IsLive: false));
        Assignments = [.. layout.Zones.Select(zone => _assignments[zone])];
    }

    /// <summary>Grows with every change of an assignment.</summary>
    public long Version { get; }

    /// <summary>The zones.</summary>
    public ZoneLayout Layout { get; }

    /// <summary>The owners of all zones, by the zones' numbers.</summary>
    public IReadOnlyList<ZoneAssignment> Assignments { get; }

    /// <summary>The servers whose leases run.</summary>
    public IReadOnlyList<ZoneServerInfo> Servers { get; }

    /// <summary>The owner of a zone, or null if the layout has no such zone.</summary>
    /// <param name="zone">The zone.</param>
    public ZoneAssignment? Find(int zone) => _assignments.GetValueOrDefault(zone);

    /// <summary>The owner of the zone at a position, or null where there is no zone.</summary>
    /// <param name="position">The position; may be off the map.</param>
    public ZoneAssignment? FindAt(MapPosition position) => Layout.ZoneAt(position) is { } zone ? _assignments[zone] : null;

    /// <summary>The zones that a server owns with a lease that runs.</summary>
    /// <param name="server">The server's name.</param>
    public IEnumerable<ZoneAssignment> OwnedBy(string server) => Assignments.Where(one => one.IsLive && one.Owner?.Name == server);
}
