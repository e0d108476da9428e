namespace Genie.Datagrams.Zones;

/// <summary>
/// The one truth about who owns which zone. A server has a lease that it renews; when it ends, others may take its zones, each with a new epoch.
/// Safe for concurrent callers.
/// </summary>
/// <remarks>
/// Nobody's clock is compared with another's. A server counts its lease from before it asked for it, the directory from after: a server that
/// cannot renew so stops before another can begin.
/// </remarks>
public interface IZoneDirectory
{
    /// <summary>How long a lease runs from its renewal. With the servers' heartbeat interval it bounds how long the zones of a dead server have no owner.</summary>
    TimeSpan LeaseTime { get; }

    /// <summary>Reads the map.</summary>
    /// <param name="cancellationToken">Gives it up.</param>
    ValueTask<ZoneMap> ReadAsync(CancellationToken cancellationToken);

    /// <summary>Renews a server's lease, or gives it its first, and reads the map.</summary>
    /// <param name="server">The server; its address may have changed.</param>
    /// <param name="cancellationToken">Gives it up.</param>
    ValueTask<ZoneMap> HeartbeatAsync(ZoneServerInfo server, CancellationToken cancellationToken);

    /// <summary>Gives a zone another owner, by comparing and setting.</summary>
    /// <param name="change">What is expected and wanted.</param>
    /// <param name="cancellationToken">Gives it up; the change may have happened.</param>
    /// <returns>The map after it, or null if it was refused: the epoch is another, somebody else owns the zone, or a lease has ended.</returns>
    ValueTask<ZoneMap?> TryAssignAsync(ZoneChange change, CancellationToken cancellationToken);

    /// <summary>Ends a server's lease at once: others may take its zones without waiting.</summary>
    /// <param name="server">The server's name.</param>
    /// <param name="cancellationToken">Gives it up; the lease ends by itself then.</param>
    ValueTask LeaveAsync(string server, CancellationToken cancellationToken);
}
