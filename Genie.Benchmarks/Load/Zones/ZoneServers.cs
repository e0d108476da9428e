using Genie.Benchmarks.Load.Faults;

namespace Genie.Benchmarks.Load.Zones;

/// <summary>The servers of a world, which come and go.</summary>
/// <param name="world">Side and name of the world.</param>
/// <param name="connection">The database.</param>
/// <param name="ledger">Gets what they own.</param>
internal sealed class ZoneServers((int Side, string Name) world, string connection, OwnershipLedger ledger) : ProcessGroup<ZoneServerProcess>
{
    private int _started;

    /// <summary>Starts one.</summary>
    /// <param name="port">Where one was before; 0: anywhere.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    public Task<ZoneServerProcess> StartAsync(int port, CancellationToken cancellationToken) =>
        StartAsync(token => ZoneServerProcess.StartAsync(Interlocked.Increment(ref _started), port, world, connection, ledger.Add, token), cancellationToken);

    /// <inheritdoc/>
    protected override Task ReplaceAsync(ZoneServerProcess ended, CancellationToken cancellationToken) => StartAsync(ended.Port, cancellationToken);
}
