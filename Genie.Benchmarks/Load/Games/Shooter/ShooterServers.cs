using System.Diagnostics;
using System.Globalization;
using Genie.Datagrams;
using Genie.Datagrams.Zones;

namespace Genie.Benchmarks.Load.Games.Shooter;

/// <summary>The zone servers of a game, one for each zone; those that are killed are replaced. Safe for concurrent callers.</summary>
internal sealed class ShooterServers(ReadOnlyMemory<byte> key, IEntityStore store) : IAsyncDisposable
{
    private static readonly TimeSpan ReplacementDelay = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan TakeoverTimeout = TimeSpan.FromSeconds(60);

    private readonly Lock _gate = new();
    private readonly InMemoryZoneDirectory _directory = new(ShooterArena.Layout);
    private readonly List<ShooterServer> _servers = [];
    private readonly List<ShooterTakeover> _takeovers = [];
    private readonly List<Task> _replacements = [];
    private readonly CancellationTokenSource _settling = new();
    private readonly CancellationTokenSource _ending = new();

    /// <summary>Where they listen.</summary>
    public IReadOnlyList<DatagramAddress> Addresses
    {
        get
        {
            lock (_gate) return [.. _servers.Where(static server => server.IsAlive).Select(static server => server.Address)];
        }
    }

    /// <summary>Ships that they have given to one another.</summary>
    public long HandedOver
    {
        get
        {
            lock (_gate) return _servers.Sum(static server => server.Statistics.HandedOver);
        }
    }

    /// <summary>What became of those that were killed.</summary>
    public IReadOnlyList<ShooterTakeover> Takeovers
    {
        get
        {
            lock (_gate) return [.. _takeovers];
        }
    }

    /// <summary>Starts them, and waits until each has its zone.</summary>
    /// <exception cref="TimeoutException">That takes too long.</exception>
    public async Task StartAsync(TimeSpan timeout, CancellationToken cancellationToken)
    {
        for (var i = 0; i < ShooterArena.ZoneCount; i++) Open($"{(char)('A' + i)}");
        await Waiting.UntilAsync(HasEachItsZone, timeout, "not every server has got a zone", cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Their status, and who owns what.</summary>
    public async ValueTask<(IReadOnlyList<ShooterStatus.ServerStatus> Servers, IReadOnlyList<ShooterStatus.ZoneStatus> Zones)> GetStatusAsync(CancellationToken cancellationToken)
    {
        var map = await _directory.ReadAsync(cancellationToken).ConfigureAwait(false);
        ShooterStatus.ZoneStatus[] zones = [.. map.Assignments.Select(static one => new ShooterStatus.ZoneStatus(one.Zone, one.Owner?.Name, one.IsLive))];
        lock (_gate)
        {
            var owners = zones.Select(static zone => zone.Owner).ToHashSet();
            return (
                [.. _servers.Where(server => server.IsAlive || owners.Contains(server.Name)).Select(static server => new ShooterStatus.ServerStatus(server.Name, server.IsAlive, server.IsAlive ? server.Statistics.Entities : 0, server.Statistics.Zones))],
                zones);
        }
    }

    /// <summary>Kills one; see <see cref="ShooterGame.KillAsync"/>.</summary>
    public async Task<string?> KillAsync(string? name, IReadOnlyList<ShooterShip> ships)
    {
        ShooterServer killed;
        ShooterShip[] orphans;
        Task killing;
        lock (_gate)
        {
            var alive = _servers.Where(static server => server.IsAlive).ToList();
            if (alive.Count < 2 || alive.Find(server => name is null || server.Name == name) is not { } found) return null;
            killed = name is null ? alive[Random.Shared.Next(alive.Count)] : found;
            orphans = [.. ships.Where(ship => ship.Server == killed.Address)];
            killing = killed.KillAsync();
        }

        var begun = Stopwatch.GetTimestamp();
        await killing.ConfigureAwait(false);
        lock (_gate) _replacements.Add(Task.Run(() => ReplaceAsync(killed, orphans, begun), CancellationToken.None));
        return killed.Name;
    }

    /// <summary>Starts no further ones, and waits until others serve what those had that were killed.</summary>
    public async Task SettleAsync()
    {
        await _settling.CancelAsync().ConfigureAwait(false);
        Task[] replacements;
        lock (_gate) replacements = [.. _replacements];
        await Task.WhenAll(replacements).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _ending.CancelAsync().ConfigureAwait(false);
        await SettleAsync().ConfigureAwait(false);
        foreach (var server in _servers) await server.DisposeAsync().ConfigureAwait(false);
        _ending.Dispose();
        _settling.Dispose();
    }

    private void Open(string name)
    {
        var server = new ShooterServer(name, key, _directory, store, static _ => { });
        lock (_gate) _servers.Add(server);
    }

    private bool HasEachItsZone()
    {
        lock (_gate) return _servers.TrueForAll(static server => server.Statistics.Zones == 1);
    }

    private async Task ReplaceAsync(ShooterServer killed, ShooterShip[] orphans, long begun)
    {
        double? zones = null, ships = null;
        await Waiting.TryUntilAsync(async () =>
        {
            var map = await _directory.ReadAsync(_ending.Token).ConfigureAwait(false);
            var seconds = Math.Round(Stopwatch.GetElapsedTime(begun).TotalSeconds, 2);
            if (map.Assignments.All(one => one.IsLive && one.Owner?.Name != killed.Name)) zones ??= seconds;
            if (Array.TrueForAll(orphans, ship => ship.Server is { } server && server != killed.Address)) ships ??= seconds;
            return zones is not null && ships is not null;
        }, TakeoverTimeout, _ending.Token).ConfigureAwait(false);
        lock (_gate) _takeovers.Add(new ShooterTakeover(killed.Name, zones, ships));
        await Task.Delay(ReplacementDelay, _settling.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (_settling.IsCancellationRequested) return;
        Open(NextNameOf(killed.Name));
    }

    // A for the first, A2 for the one that replaces it: others would take one of the same name for the same server.
    private static string NextNameOf(string name) => $"{name[0]}{(name.Length == 1 ? 2 : int.Parse(name.AsSpan(1), CultureInfo.InvariantCulture) + 1)}";
}
