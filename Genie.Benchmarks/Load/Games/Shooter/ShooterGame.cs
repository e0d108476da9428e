using System.Diagnostics;
using System.Security.Cryptography;
using Genie.Datagrams;
using Genie.Datagrams.Zones;

namespace Genie.Benchmarks.Load.Games.Shooter;

/// <summary>A space shooter of bots over zone servers on loopback, each with a socket of its own; servers can be killed while it is played.</summary>
internal sealed class ShooterGame : IAsyncDisposable
{
    private const int KeyBytes = 32;
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(5);
    private static readonly TimeSpan StartTimeout = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan DrainTimeout = TimeSpan.FromSeconds(60);

    private readonly Stopwatch _clock = Stopwatch.StartNew();
    private readonly InMemoryEntityStore _store = new();
    private readonly List<ShooterShip> _ships = [];
    private readonly ShooterServers _servers;
    private readonly TimeSpan _tickInterval;
    private ShooterViewer? _viewer;
    private Thread? _thread;
    private long _begunAtTicks;
    private long _ticks;
    private volatile bool _isEnding;

    private ShooterGame(int rate) =>
        (_servers, _tickInterval) = (new ShooterServers(RandomNumberGenerator.GetBytes(KeyBytes), _store), TimeSpan.FromSeconds(1.0 / rate));

    /// <summary>Starts one: servers first, and the ships once each zone has its server.</summary>
    /// <param name="ships">Ships, each with a socket.</param>
    /// <param name="rate">How often each tells where it is, hertz.</param>
    /// <param name="seed">Of their pilots.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="DatagramException">A socket cannot be opened.</exception>
    /// <exception cref="TimeoutException">The servers or ships do not come about.</exception>
    public static async Task<ShooterGame> StartAsync(int ships, int rate, int seed, CancellationToken cancellationToken)
    {
        var game = new ShooterGame(rate);
        try
        {
            await game._servers.StartAsync(StartTimeout, cancellationToken).ConfigureAwait(false);
            game.OpenShips(ships, seed);
            await Waiting.UntilAsync(() => game._ships.TrueForAll(static ship => ship.Server is not null), StartTimeout, "not every ship has found a server", cancellationToken).ConfigureAwait(false);
            game._begunAtTicks = game._clock.ElapsedTicks;
            Volatile.Write(ref game._ticks, 0);
            return game;
        }
        catch
        {
            await game.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>What there is to see.</summary>
    public ShooterFrame See() => _viewer!.See();

    /// <summary>How it stands.</summary>
    public async ValueTask<ShooterStatus> GetStatusAsync(CancellationToken cancellationToken)
    {
        var (servers, zones) = await _servers.GetStatusAsync(cancellationToken).ConfigureAwait(false);
        var sent = _ships.Sum(static ship => ship.Log.Sent);
        return new ShooterStatus(servers, zones, _ships.Count, _ships.Count(static ship => ship.Server is null), sent, sent - _ships.Sum(static ship => ship.Unconfirmed), Resent, _servers.HandedOver, _servers.Takeovers);
    }

    /// <summary>Kills a server, and starts another one in its stead a few seconds later.</summary>
    /// <param name="name">Its name, or null for any.</param>
    /// <returns>The name of the one that was killed; null: there is none of that name, or it is the last one.</returns>
    public Task<string?> KillAsync(string? name) => _servers.KillAsync(name, [.. _ships]);

    /// <summary>Ends it, and proves what arrived.</summary>
    public async Task<ShooterResult> FinishAsync(CancellationToken cancellationToken)
    {
        var seconds = (_clock.ElapsedTicks - _begunAtTicks) / (double)Stopwatch.Frequency;
        var (seen, ticks) = (_viewer!.Seen, Volatile.Read(ref _ticks));
        foreach (var ship in _ships) ship.IsEnding = true;
        await _servers.SettleAsync().ConfigureAwait(false);
        (long Lost, long Doubled, long Disorder, long Destroyed, long Missing) sum = default;
        await Waiting.TryUntilAsync(async () => (sum = await SumAsync(cancellationToken).ConfigureAwait(false)).Missing == 0, DrainTimeout, cancellationToken).ConfigureAwait(false);
        return new ShooterResult
        {
            Ships = _ships.Count,
            Seconds = Math.Round(seconds, 1),
            Sent = _ships.Sum(static ship => ship.Log.Sent),
            Lost = sum.Lost,
            Doubled = sum.Doubled,
            Disorder = sum.Disorder,
            Destroyed = sum.Destroyed,
            DestroyedTold = _ships.Sum(static ship => (long)ship.Log.Destroyed),
            HandedOver = _servers.HandedOver,
            Resent = Resent,
            MovesPerSecond = Math.Round(ticks / seconds, 1),
            SeenPerSecond = Math.Round(seen / seconds, 1),
            Takeovers = _servers.Takeovers,
        };
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        _isEnding = true;
        if (_thread is not null) await Task.Run(_thread.Join).ConfigureAwait(false);
        foreach (var ship in _ships) ship.Dispose();
        _viewer?.Dispose();
        await _servers.DisposeAsync().ConfigureAwait(false);
    }

    private long Resent => _ships.Sum(static ship => ship.Statistics.Resent);

    private void OpenShips(int count, int seed)
    {
        var seeds = _servers.Addresses;
        for (var i = 0; i < count; i++) _ships.Add(new ShooterShip(i, HashCode.Combine(seed, i), seeds, () => _clock.Elapsed, static _ => { }));
        _viewer = new ShooterViewer(seeds, () => _clock.Elapsed, static _ => { });
        _thread = new Thread(Play) { IsBackground = true, Name = "ships" };
        _thread.Start();
    }

    private void Play()
    {
        var due = _clock.Elapsed;
        while (!_isEnding)
        {
            foreach (var ship in _ships) ship.Poll();
            _viewer!.Poll();
            if (_clock.Elapsed >= due)
            {
                foreach (var ship in _ships) ship.Tick();

                // Ticks that a busy machine has missed are left out.
                while (due <= _clock.Elapsed) due += _tickInterval;
                Interlocked.Increment(ref _ticks);
            }

            Thread.Sleep(PollInterval);
        }
    }

    private async Task<(long Lost, long Doubled, long Disorder, long Destroyed, long Missing)> SumAsync(CancellationToken cancellationToken)
    {
        var (lost, doubled, disorder, destroyed, missing) = (0L, 0L, 0L, 0L, 0L);
        foreach (var ship in _ships)
        {
            var record = await _store.LoadAsync((ulong)ship.Number, cancellationToken).ConfigureAwait(false);
            var (log, state) = (ship.Log, ShipState.Of(record?.State ?? default));
            foreach (var (sent, kept) in new[] { (log.Shots, state.Shots), (log.Hits, state.Hits) })
            {
                lost += Math.Max(0, (long)sent - kept);
                doubled += Math.Max(0, (long)kept - sent);
            }

            disorder += (long)log.Disorder + state.Disorder;
            destroyed += state.Destroyed;
            missing += Math.Abs((long)state.Destroyed - log.Destroyed);
        }

        return (lost, doubled, disorder, destroyed, lost + missing);
    }
}
