using System.Net;
using Genie.Datagrams;
using Genie.Datagrams.Packets;
using Genie.Datagrams.Zones;

namespace Genie.Benchmarks.Load.Games.Shooter;

/// <summary>Somebody who looks on: a client in the centre who sees as far as the arena goes, by links to all servers. Safe for concurrent callers.</summary>
internal sealed class ShooterViewer : IZoneClientHandler, IDisposable
{
    private static readonly TimeSpan SightTime = TimeSpan.FromSeconds(4);
    private static readonly TimeSpan ExplosionTime = TimeSpan.FromSeconds(0.6);

    private readonly Lock _gate = new();
    private readonly Dictionary<int, SeenState> _ships = [];
    private readonly Dictionary<(int Ship, uint Number), Shot> _shots = [];
    private readonly List<(double X, double Y, bool IsDestroyed, TimeSpan At)> _hits = [];
    private readonly Dictionary<int, int> _kills = [];
    private readonly Func<TimeSpan> _now;
    private readonly ZoneClient _client;
    private readonly DatagramEndpoint _endpoint;
    private long _seen;

    /// <summary>A viewer.</summary>
    /// <exception cref="DatagramException">Its socket cannot be opened.</exception>
    public ShooterViewer(IReadOnlyList<DatagramAddress> seeds, Func<TimeSpan> now, Action<Exception> failed)
    {
        _now = now;
        _client = new ZoneClient(new ZoneClientOptions { Entity = ShooterArena.ShipsMax + 1, Seeds = seeds, InterestRadiusMetres = ShooterArena.WholeMetres, Failed = failed }, this);
        _endpoint = DatagramEndpoint.OpenClient(_client.Peer, ShooterServer.Transport, new IPEndPoint(IPAddress.Loopback, 0));
        _client.Start(_endpoint, ShooterArena.PositionOf(ShooterArena.Centre.X, ShooterArena.Centre.Y));
    }

    /// <summary>Messages that it has seen.</summary>
    public long Seen => Volatile.Read(ref _seen);

    /// <summary>Takes what has arrived, and answers.</summary>
    public void Poll()
    {
        _endpoint.Poll();
        _endpoint.Flush();
    }

    /// <summary>What there is to see now.</summary>
    public ShooterFrame See()
    {
        lock (_gate)
        {
            var now = _now();
            Forget(now);
            return new ShooterFrame(
                (long)now.TotalMilliseconds,
                [.. _ships.Select(static pair => new ShooterFrame.ShipPoint(pair.Key, Round(pair.Value.X), Round(pair.Value.Y), pair.Value.Health, pair.Value.Kills))],
                [.. _shots.Select(pair => PointOf(pair.Key, pair.Value, now))],
                [.. _hits.Select(hit => new ShooterFrame.HitPoint(Round(hit.X), Round(hit.Y), hit.IsDestroyed, (int)(now - hit.At).TotalMilliseconds))]);
        }
    }

    /// <inheritdoc/>
    public void OnMessage(ReadOnlySpan<byte> message)
    {
    }

    /// <inheritdoc/>
    public void OnPublished(ReadOnlySpan<byte> message)
    {
        if (!PacketHeader.TryRead(message, out var header)) return;
        Interlocked.Increment(ref _seen);
        lock (_gate)
        {
            var now = _now();
            switch (header.Id)
            {
                case ShipSeen.PacketId when PacketSerializer.TryRead<ShipSeen>(message, out var ship):
                    _ships[ship.Ship] = new SeenState(ship.X, ship.Y, ship.Health, _kills.GetValueOrDefault(ship.Ship), now);
                    break;
                case ShotSeen.PacketId when PacketSerializer.TryRead<ShotSeen>(message, out var shot):
                    _shots[(shot.Ship, shot.Number)] = new Shot(shot.X, shot.Y, shot.Heading, now);
                    break;
                case HitSeen.PacketId when PacketSerializer.TryRead<HitSeen>(message, out var hit):
                    if (_ships.TryGetValue(hit.Ship, out var at)) _hits.Add((at.X, at.Y, hit.IsDestroyed, now));
                    if (hit.IsDestroyed) _kills[hit.By] = _kills.GetValueOrDefault(hit.By) + 1;
                    break;
            }

            if (_shots.Count + _hits.Count > ShooterArena.ShipsMax) Forget(now);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _client.Dispose();
        _endpoint.Dispose();
    }

    private static ShooterFrame.ShotPoint PointOf((int Ship, uint Number) id, Shot shot, TimeSpan now)
    {
        var (x, y) = shot.At(now);
        return new ShooterFrame.ShotPoint($"{id.Ship}/{id.Number}", Round(x), Round(y), Round(shot.Heading));
    }

    private static double Round(double value) => Math.Round(value, 3);

    private void Forget(TimeSpan now)
    {
        foreach (var (ship, seen) in _ships)
        {
            if (now - seen.At > SightTime) _ships.Remove(ship);
        }

        Shot.RemoveEnded(_shots, now);

        _hits.RemoveAll(hit => now - hit.At > ExplosionTime);
    }

    private readonly record struct SeenState(double X, double Y, int Health, int Kills, TimeSpan At);
}
