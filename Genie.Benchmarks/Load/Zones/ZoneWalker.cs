using System.Diagnostics;
using System.Net;
using Genie.Datagrams;
using Genie.Datagrams.Packets;
using Genie.Datagrams.Zones;

namespace Genie.Benchmarks.Load.Zones;

/// <summary>A client that walks over the map and says numbers to its entity, which says each back.</summary>
internal sealed class ZoneWalker : IZoneClientHandler, IDisposable
{
    private const int PendingMax = 1_000;
    private const double Inside = 0.01;
    private const double MostTurn = 0.3;

    private readonly Lock _gate = new();
    private readonly ZoneFaultWorld _world;
    private readonly Random _random;
    private readonly ZoneClient _client;
    private readonly DatagramEndpoint _endpoint;
    private NumberCount _heard;
    private WalkerHeard _last;
    private long _answers;
    private Watch? _watch;
    private TimeSpan _longestGap;
    private double _x;
    private double _y;
    private double _heading;

    /// <summary>A client somewhere on the map.</summary>
    /// <param name="entity">Its entity.</param>
    /// <param name="world">The map.</param>
    /// <param name="seeds">Servers to begin with.</param>
    /// <param name="random">Decides where it goes.</param>
    /// <exception cref="DatagramException">Its socket cannot be opened.</exception>
    public ZoneWalker(ulong entity, ZoneFaultWorld world, IReadOnlyList<DatagramAddress> seeds, Random random)
    {
        (Entity, _world, _random) = (entity, world, random);
        (_x, _y, _heading) = (random.NextDouble() * world.SideCells, random.NextDouble() * world.SideCells, random.NextDouble() * Math.Tau);
        _client = new ZoneClient(new ZoneClientOptions { Entity = entity, Seeds = seeds, InterestRadiusMetres = ZoneFaultWorld.SightMetres }, this);
        _endpoint = DatagramEndpoint.OpenClient(_client.Peer, new DatagramOptions(), new IPEndPoint(IPAddress.Loopback, 0));
        _endpoint.Start();
        _client.Start(_endpoint, Position);
    }

    /// <summary>Its entity.</summary>
    public ulong Entity { get; }

    /// <summary>Messages that it has sent.</summary>
    public uint Said { get; private set; }

    /// <summary>What has come back.</summary>
    public NumberCount Heard
    {
        get
        {
            lock (_gate) return _heard;
        }
    }

    /// <summary>What has come back, so many times.</summary>
    public long Answers
    {
        get
        {
            lock (_gate) return _answers;
        }
    }

    /// <summary>The longest time between two of its messages that were handled one after the other, since it was last asked.</summary>
    public TimeSpan TakeLongestGap()
    {
        lock (_gate)
        {
            var longest = _longestGap;
            _longestGap = TimeSpan.Zero;
            return longest;
        }
    }

    /// <summary>Whether a server has handled the last message that was.</summary>
    public bool IsServedBy(int server)
    {
        lock (_gate) return _answers > 0 && _last.Server == server;
    }

    /// <summary>All that it has sent is kept and has come back.</summary>
    public bool IsDone => _client.Confirmed == Said && Heard.Highest == Said;

    /// <summary>What its client has counted.</summary>
    public ZoneClientStatistics Statistics => _client.GetStatistics();

    /// <summary>What became of the last <see cref="BeginWatch"/>.</summary>
    public Watch? Watched
    {
        get
        {
            lock (_gate) return _watch;
        }
    }

    private MapPosition Position => _world.PositionOf(_x, _y);

    /// <summary>Walks on, and says the next number. One caller at a time.</summary>
    /// <param name="cells">How far.</param>
    public void Step(double cells)
    {
        _heading += (_random.NextDouble() - 0.5) * 2 * MostTurn;
        var (x, y) = (_x + (cells * Math.Cos(_heading)), _y + (cells * Math.Sin(_heading)));
        (_x, _y) = (Math.Clamp(x, Inside, _world.SideCells - Inside), Math.Clamp(y, Inside, _world.SideCells - Inside));
        if (x != _x || y != _y) _heading += Math.PI / 2;
        _client.Move(Position);
        if (_client.GetStatistics().Pending < PendingMax) _client.Send(WalkerPackets.ToBytes(new WalkerSaid(++Said)));
    }

    /// <summary>Begins to wait for another server's first message, if the one that a fault is to meet has handled the last.</summary>
    /// <param name="victim">Its number.</param>
    /// <param name="zones">Its zones.</param>
    /// <returns>True if so.</returns>
    public bool BeginWatch(int victim, IReadOnlySet<int> zones)
    {
        lock (_gate)
        {
            _watch = _answers > 0 && _last.Server == victim && zones.Contains(_last.Zone) ? new Watch(victim, zones, ZoneFaultWorld.Now, null, false) : null;
            return _watch is not null;
        }
    }

    /// <inheritdoc/>
    public void OnMessage(ReadOnlySpan<byte> message)
    {
        if (!PacketSerializer.TryRead<WalkerHeard>(message, out var heard)) return;
        lock (_gate)
        {
            if (_answers > 0 && Stopwatch.GetElapsedTime(_last.HandledAt, heard.HandledAt) is var gap && gap > _longestGap) _longestGap = gap;
            (_heard, _last) = (_heard.Take(heard.Number), heard);
            _answers++;
            if (_watch is { After: null } watch && heard.Server != watch.Victim)
                _watch = watch with { After = Stopwatch.GetElapsedTime(watch.Since, heard.HandledAt), IsInZone = watch.Zones.Contains(heard.Zone) };
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _client.Dispose();
        _endpoint.Dispose();
    }

    /// <inheritdoc/>
    public override string ToString() => $"entity {Entity} at {Position} with {_client.Server?.ToString() ?? "nobody"}: said {Said}, confirmed {_client.Confirmed}, heard {Heard.Highest}, linked with {string.Join(", ", _client.LinkedServers)}";

    /// <summary>How long it took until another server handled a message.</summary>
    /// <param name="Victim">The server that was met.</param>
    /// <param name="Zones">Its zones.</param>
    /// <param name="Since">When it was met.</param>
    /// <param name="After">How long it took; null: it has not come yet.</param>
    /// <param name="IsInZone">True: in one of those zones; false: in another one, to which the client had walked meanwhile.</param>
    internal sealed record Watch(int Victim, IReadOnlySet<int> Zones, long Since, TimeSpan? After, bool IsInZone);
}
