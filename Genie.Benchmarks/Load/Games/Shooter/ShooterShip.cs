using System.Net;
using Genie.Datagrams;
using Genie.Datagrams.Packets;
using Genie.Datagrams.Zones;

namespace Genie.Benchmarks.Load.Games.Shooter;

/// <summary>
/// A ship: a client with a socket of its own, flown by a bot. It tells where it is, when it fires, and when it is hit: that it sees itself, from the shots that others
/// are seen to fire.
/// </summary>
internal sealed class ShooterShip : IZoneClientHandler, IDisposable
{
    private const double SpeedCells = 2;
    private const double HitCells = 0.4;
    private const long UnconfirmedMax = 256;
    private static readonly TimeSpan ReloadTime = TimeSpan.FromSeconds(0.5);
    private static readonly TimeSpan SightTime = TimeSpan.FromSeconds(0.5);

    private readonly Lock _gate = new();
    private readonly Dictionary<int, SeenShip> _seen = [];
    private readonly Dictionary<(int Ship, uint Number), Shot> _shots = [];
    private readonly ShipPilot _pilot;
    private readonly Func<TimeSpan> _now;
    private readonly ZoneClient _client;
    private readonly DatagramEndpoint _endpoint;
    private volatile bool _isEnding;
    private ShipLog _log;
    private TimeSpan _movedAt;
    private TimeSpan _loadedAt;
    private double _x;
    private double _y;
    private double _heading;

    /// <summary>A ship somewhere.</summary>
    /// <param name="number">Its number, which is its entity.</param>
    /// <param name="seed">Of its pilot.</param>
    /// <param name="seeds">Servers to begin with.</param>
    /// <param name="now">The game's clock.</param>
    /// <param name="failed">Told of what went wrong.</param>
    /// <exception cref="DatagramException">Its socket cannot be opened.</exception>
    public ShooterShip(int number, int seed, IReadOnlyList<DatagramAddress> seeds, Func<TimeSpan> now, Action<Exception> failed)
    {
        (Number, _now, _pilot, _movedAt) = (number, now, new ShipPilot(seed), now());
        (_x, _y) = _pilot.AnyPoint();
        _client = new ZoneClient(new ZoneClientOptions { Entity = (ulong)number, Seeds = seeds, InterestRadiusMetres = ShooterArena.SightMetres, Failed = failed }, this);
        _endpoint = DatagramEndpoint.OpenClient(_client.Peer, ShooterServer.Transport, new IPEndPoint(IPAddress.Loopback, 0));
        _client.Start(_endpoint, ShooterArena.PositionOf(_x, _y));
    }

    /// <summary>Its number.</summary>
    public int Number { get; }

    /// <summary>What it has sent and got.</summary>
    public ShipLog Log
    {
        get
        {
            lock (_gate) return _log;
        }
    }

    /// <summary>The server that serves it, or null.</summary>
    public DatagramAddress? Server => _client.Server;

    /// <summary>True: it flies, but does not fire, and is not hit.</summary>
    public bool IsEnding
    {
        get => _isEnding;
        set => _isEnding = value;
    }

    /// <summary>Its reliable messages that are not known to be in the store.</summary>
    public long Unconfirmed => Log.Sent - _client.Confirmed;

    /// <summary>What its client has counted.</summary>
    public ZoneClientStatistics Statistics => _client.GetStatistics();

    /// <summary>Takes what has arrived.</summary>
    public void Poll() => _endpoint.Poll();

    /// <summary>Flies a little further, and sends what is to be said.</summary>
    public void Tick()
    {
        List<byte[]> messages = [];
        MapPosition position;
        lock (_gate)
        {
            var now = _now();
            Forget(now);
            var isFiring = Fly(now);
            position = ShooterArena.PositionOf(_x, _y);
            if (!IsEnding && _log.Sent - _client.Confirmed < UnconfirmedMax)
            {
                if (isFiring && now >= _loadedAt) messages.Add(Fire(now));
                while (TakeHit(now) is { } hit) messages.Add(hit);
            }
        }

        // Not while the lock is held: what is sent may run handlers.
        _client.Move(position);
        foreach (var message in messages) _client.Send(message);
        _endpoint.Flush();
    }

    /// <inheritdoc/>
    public void OnMessage(ReadOnlySpan<byte> message)
    {
        if (!PacketSerializer.TryRead<ShipDestroyed>(message, out var destroyed)) return;
        lock (_gate)
        {
            _log = _log.Destroy(destroyed.Number);
            (_x, _y) = _pilot.AnyPoint();
            _pilot.BeginAnew();
            _shots.Clear();
        }
    }

    /// <inheritdoc/>
    public void OnPublished(ReadOnlySpan<byte> message)
    {
        if (!PacketHeader.TryRead(message, out var header)) return;
        lock (_gate)
        {
            var now = _now();
            if (header.Id == ShipSeen.PacketId && PacketSerializer.TryRead<ShipSeen>(message, out var ship) && ship.Ship != Number)
            {
                _seen[ship.Ship] = _seen.TryGetValue(ship.Ship, out var before) ? before.See(ship.X, ship.Y, now) : new SeenShip(ship.X, ship.Y, 0, 0, now);
            }
            else if (header.Id == ShotSeen.PacketId && PacketSerializer.TryRead<ShotSeen>(message, out var shot) && shot.Ship != Number)
            {
                _shots[(shot.Ship, shot.Number)] = new Shot(shot.X, shot.Y, shot.Heading, now);
            }
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _client.Dispose();
        _endpoint.Dispose();
    }

    private void Forget(TimeSpan now)
    {
        foreach (var (ship, seen) in _seen)
        {
            if (now - seen.SeenAt > SightTime) _seen.Remove(ship);
        }

        Shot.RemoveEnded(_shots, now);
    }

    private bool Fly(TimeSpan now)
    {
        var seconds = (now - _movedAt).TotalSeconds;
        _movedAt = now;
        var (wanted, isFiring) = _pilot.Decide(_x, _y, _heading, _seen.Values);
        var most = ShipPilot.TurnRate * seconds;
        _heading = Math.IEEERemainder(_heading + Math.Clamp(ShipPilot.Turn(_heading, wanted), -most, most), 2 * Math.PI);
        (_x, _y) = (ShooterArena.Clamp(_x + (SpeedCells * seconds * Math.Cos(_heading))), ShooterArena.Clamp(_y + (SpeedCells * seconds * Math.Sin(_heading))));
        return isFiring;
    }

    private byte[] Fire(TimeSpan now)
    {
        _loadedAt = now + ReloadTime;
        _log = _log with { Shots = _log.Shots + 1 };
        return ShooterPackets.ToBytes(new ShotFired(_log.Shots, (float)_heading));
    }

    private byte[]? TakeHit(TimeSpan now)
    {
        foreach (var (id, shot) in _shots)
        {
            var (x, y) = shot.At(now);
            if (((x - _x) * (x - _x)) + ((y - _y) * (y - _y)) > HitCells * HitCells) continue;
            _shots.Remove(id);
            _log = _log with { Hits = _log.Hits + 1 };
            return ShooterPackets.ToBytes(new HitTaken(_log.Hits, id.Ship));
        }

        return null;
    }
}

/// <summary>What a ship has sent and got, reliably.</summary>
/// <param name="Shots">Sent.</param>
/// <param name="Hits">Sent.</param>
/// <param name="Destroyed">Got.</param>
/// <param name="Disorder">Of those got, the ones that were missing, doubled or out of order.</param>
internal readonly record struct ShipLog(uint Shots, uint Hits, uint Destroyed, uint Disorder)
{
    /// <summary>Messages sent.</summary>
    public long Sent => (long)Shots + Hits;

    /// <summary>After having been destroyed for so many times.</summary>
    public ShipLog Destroy(uint number) => this with { Destroyed = Destroyed + 1, Disorder = Disorder + (number == Destroyed + 1 ? 0u : 1u) };
}
