using Genie.Datagrams.Rpc;
using Genie.Datagrams.Simulation;

namespace Genie.Datagrams.Zones.Tests.World;

/// <summary>Zone servers and players on a simulated network, all in the test's thread and in its time.</summary>
internal sealed class SimulatedWorld
{
    /// <summary>150 ms each way, and 5 % are lost.</summary>
    public static readonly NetworkConditions Bad = new() { Latency = TimeSpan.FromMilliseconds(150), Variance = TimeSpan.FromMilliseconds(5), Loss = 0.05 };

    /// <summary>What all servers know.</summary>
    public static readonly byte[] Key = "the key of all servers"u8.ToArray();

    private static readonly DatagramOptions Transport = new() { ConnectTimeout = TimeSpan.FromSeconds(30) };

    private readonly HashSet<DatagramAddress> _cutOff = [];
    private (DatagramAddress One, DatagramAddress Other)? _parted;
    private ulong _nextEntity = 1;

    public SimulatedWorld(NetworkConditions conditions, int seed)
    {
        // Else what is awaited with ConfigureAwait(false) would go on on the thread pool, beside the network's thread.
        SynchronizationContext.SetSynchronizationContext(null);
        Seed = seed;
        Network = new SimulatedNetwork(conditions, seed);
        Network.Filter = (_, from, to) => !_cutOff.Contains(from) && !_cutOff.Contains(to) && _parted != (from, to) && _parted != (to, from);
        Directory = new InMemoryZoneDirectory(FourZones.Layout, time: Network.Time);
    }

    public int Seed { get; }

    public SimulatedNetwork Network { get; }

    public IZoneDirectory Directory { get; set; }

    public InMemoryEntityStore Store { get; } = new();

    public CountingWorld Handler { get; } = new();

    public List<SimulatedServer> Servers { get; } = [];

    public List<Player> Players { get; } = [];

    public List<Exception> Failures { get; } = [];

    /// <summary>Declares services of a test's own.</summary>
    public Action<ZoneServer>? OnServer { get; init; }

    public Action<ZoneClient>? OnClient { get; init; }

    /// <summary>Encryption of a server's endpoint, which each has its own of, and of players'; null: in the clear.</summary>
    public Func<DatagramSecurity>? Security { get; init; }

    public SimulatedServer AddServer(Func<ZoneServerOptions, ZoneServerOptions>? change = null) => AddServer(change, address: null);

    /// <summary>Another server where one has died.</summary>
    public SimulatedServer Replace(SimulatedServer dead)
    {
        dead.Endpoint.Dispose();
        _cutOff.Remove(dead.Endpoint.LocalAddress);
        return AddServer(null, dead.Endpoint.LocalAddress);
    }

    /// <summary>Four servers, each with one zone.</summary>
    public SimulatedWorld WithFourServers()
    {
        for (var i = 0; i < 4; i++) AddServer();
        Run(() => Servers.All(one => one.Server.GetStatistics().Zones == 1), TimeSpan.FromSeconds(20));
        return this;
    }

    public Player AddPlayer(MapPosition at, double interestMetres = 500, ulong? entity = null, IEnumerable<DatagramAddress>? goneSeeds = null)
    {
        var player = new Player { Entity = entity ?? _nextEntity++, Client = null!, Endpoint = null!, Position = at };
        player.Client = new ZoneClient(
            new ZoneClientOptions { Entity = player.Entity, Seeds = [Servers[0].Endpoint.LocalAddress, .. goneSeeds ?? [], .. Servers.Skip(1).Select(one => one.Endpoint.LocalAddress)], InterestRadiusMetres = interestMetres, Time = Network.Time, Failed = Failures.Add },
            player);
        OnClient?.Invoke(player.Client);
        player.Endpoint = Network.Open(player.Client.Peer, Transport with { Security = Security?.Invoke() });
        player.Client.Start(player.Endpoint, at);
        Players.Add(player);
        return player;
    }

    public SimulatedServer OwnerAt(MapPosition position)
    {
        var owner = Directory.ReadAsync(default).AsTask().GetAwaiter().GetResult().FindAt(position)!.Owner!;
        return Servers.Single(one => one.Server.Self!.Name == owner.Name);
    }

    /// <summary>The name of the server that answers when a player calls whoever has its entity.</summary>
    public string? Server(Player player) => Result(() => new ShopClient(player.Client.Link!).Where(default));

    /// <summary>What a call gives, once it has been answered: where so much is lost an answer may come too late, and the call is made again.</summary>
    public T Result<T>(Func<ValueTask<T>> call)
    {
        while (true)
        {
            var task = call().AsTask();
            Run(() => task.IsCompleted, TimeSpan.FromSeconds(60));
            if (task.Exception?.InnerException is not RpcException { Code: RpcErrorCode.TimedOut }) return task.GetAwaiter().GetResult();
        }
    }

    /// <summary>How often a player's entity has been saved.</summary>
    public long VersionOf(Player player) => Store.LoadAsync(player.Entity, default).AsTask().GetAwaiter().GetResult()?.Version ?? 0;

    /// <summary>Two servers do not reach each other any more; everybody else reaches both.</summary>
    public void Part(SimulatedServer one, SimulatedServer other) => _parted = (one.Endpoint.LocalAddress, other.Endpoint.LocalAddress);

    /// <summary>A server is dead, as one whose machine has lost its power: nothing leaves it, nothing reaches it, nobody is told.</summary>
    public void Kill(SimulatedServer server)
    {
        _cutOff.Add(server.Endpoint.LocalAddress);
        server.Server.DisposeAsync().AsTask().GetAwaiter().GetResult();
    }

    /// <summary>Lets time pass until a condition holds.</summary>
    public void Run(Func<bool> condition, TimeSpan atMost) => Assert.True(Network.RunUntil(condition, atMost), $"not within {atMost} of simulated time; GENIE_SEED={Seed}; {Describe()}");

    public void Run(TimeSpan time) => Network.RunFor(time);

    /// <summary>All that was said has been handled once, in order, and is kept; all answers have come, once and in order.</summary>
    public void AssertNothingLostOrDoubled()
    {
        Run(() => Players.All(player => player.IsDone), TimeSpan.FromMinutes(2));
        Assert.True(Handler.Errors.IsEmpty, $"GENIE_SEED={Seed}: {string.Join("; ", Handler.Errors.Take(5))}");
        foreach (var player in Players)
        {
            var kept = Store.LoadAsync(player.Entity, default).AsTask().GetAwaiter().GetResult()!;
            Assert.Equal(player.Said, CountingWorld.CountOf(kept.State));
            Assert.Equal(Enumerable.Range(0, player.Heard.Count).Select(i => (long)i * CountingWorld.EchoEvery), player.Heard);
        }
    }

    private SimulatedServer AddServer(Func<ZoneServerOptions, ZoneServerOptions>? change, DatagramAddress? address)
    {
        var pause = new Pause(Network.Time);
        var options = new ZoneServerOptions { Name = $"server {Servers.Count}", ServerKey = Key, Time = pause.Time, Failed = Failures.Add };
        var server = new ZoneServer(change?.Invoke(options) ?? options, Directory, Store, Handler);
        OnServer?.Invoke(server);
        var endpoint = Network.Open(pause.Around(server.Peer), Transport with { Security = Security?.Invoke() }, isListening: true, address);
        server.Start(endpoint);
        var added = new SimulatedServer(server, endpoint, pause);
        Servers.Add(added);
        return added;
    }

    private static IEnumerable<string> EntitiesOf(SimulatedServer server)
    {
        List<string> entities = [];
        server.Server.Invoke(all => entities.AddRange(all.Select(one => $"entity {one.Id} of {server.Server.Self?.Name}: zone {one.Zone}, version {one.Version}, received {one.Received}, kept {one.KeptReceived}, {(one.IsLeaving ? "leaving" : "staying")}")));
        return entities;
    }

    private string Describe() => string.Join("; ", Players.Select(player => $"player {player.Entity} said {player.Said}, confirmed {player.Client.Confirmed}, heard {player.Heard.Count}, at {player.Client.Server?.ToString() ?? "nobody"}, {player.Client.GetStatistics()}")
        .Concat(Servers.Select(one => $"{one.Server.Self?.Name} {one.Endpoint.LocalAddress} {one.Server.GetStatistics()}")).Concat(Servers.SelectMany(EntitiesOf)).Concat(Failures.TakeLast(3).Select(error => error.Message)).Concat(Handler.Errors.Take(3)));
}

/// <summary>A zone server of a simulated world.</summary>
internal sealed record SimulatedServer(ZoneServer Server, DatagramEndpoint Endpoint, Pause Pause);
