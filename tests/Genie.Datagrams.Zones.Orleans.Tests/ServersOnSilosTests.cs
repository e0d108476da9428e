using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using Genie.Datagrams.Zones.Hosting;
using Genie.Datagrams.Zones.Tests.World;
using Genie.Faults;
using Microsoft.Extensions.DependencyInjection;
using Orleans.TestingHost;
using Xunit.Abstractions;

namespace Genie.Datagrams.Zones.Orleans.Tests;

/// <summary>Zone servers on silos, over sockets: a client counts aloud while one of them ends, in order or without notice.</summary>
public sealed class ServersOnSilosTests(ITestOutputHelper output)
{
    private const int MessagesBefore = 200;

    private static readonly TimeSpan GivesUpAfter = TimeSpan.FromMinutes(3);
    private static readonly DatagramOptions Transport = new() { ConnectTimeout = GivesUpAfter };

    private readonly CountingWorld _handler = new();
    private readonly ConcurrentDictionary<int, Exception> _failures = [];
    private int _failureCount;

    [Fact]
    public async Task A_silo_that_stops_gives_its_zones_and_entities_to_the_other()
    {
        // Leases far longer than a busy machine holds a thread up: this is not about takeovers.
        await using var cluster = await ZonesCluster.StartAsync(silos: 2, new SharedGrainStorage(), (_, silo) => AddServer(silo, leaseTime: TimeSpan.FromSeconds(60), publicAddress: null));
        using var player = await CountAsync(cluster);
        var (leaving, staying) = Split(cluster, player);
        var server = ZonesCluster.Get<GenieZoneServer>(leaving).Server;
        var stopping = cluster.StopAsync(leaving);
        await player.CountUntilAsync(() => stopping.IsCompleted);
        await stopping;

        // Handed over, unless the client was with the new owner before it was.
        Assert.True(server.GetStatistics() is { HandedOver: > 0 } or { Fenced: > 0 }, $"{server.GetStatistics()}");
        await AssertNothingLostOrDoubledAsync(cluster, staying, player);

        // Nobody had to wait for a lease of one that is gone.
        Assert.Equal(ZonesCluster.Get<GenieZoneServer>(staying).Server.Self!.Name, Assert.Single((await ZonesCluster.Get<IZoneDirectory>(staying).ReadAsync(default)).Servers).Name);
    }

    [Fact]
    public async Task The_zones_and_entities_of_a_silo_that_ends_without_notice_live_on_in_the_other()
    {
        PowerSwitch[] power = [new(), new()];
        var ports = power.Select(_ => FreePort()).ToArray();
        await using var first = UdpFaultProxy.Start(ports[0]);
        await using var second = UdpFaultProxy.Start(ports[1]);
        UdpFaultProxy[] ways = [first, second];
        await using var cluster = await ZonesCluster.StartAsync(silos: 2, new SharedGrainStorage(), (index, silo) =>
        {
            AddServer(silo, leaseTime: TimeSpan.FromSeconds(3), ways[index].EndPoint, ports[index]);
            silo.Services.AddSingleton(power[index]);
            silo.Services.AddSingleton(provider => power[index].Before(new OrleansZoneDirectory(provider.GetRequiredService<IGrainFactory>(), "town", Options(provider))));
            silo.Services.AddSingleton(provider => power[index].Before(new OrleansEntityStore(provider.GetRequiredService<IGrainFactory>(), "town", Options(provider))));
        });
        using var player = await CountAsync(cluster);
        var (dying, staying) = Split(cluster, player);
        ZonesCluster.Get<PowerSwitch>(dying).TurnOff();
        ways.Single(way => DatagramAddress.From(way.EndPoint) == AddressOf(dying)).Silence();
        var (confirmed, begun) = (player.Client.Confirmed, Stopwatch.GetTimestamp());
        var killing = cluster.KillAsync(dying);
        await player.CountUntilAsync(() => player.Client.Confirmed > confirmed && player.Client.Server == AddressOf(staying));
        output.WriteLine($"served again after {Stopwatch.GetElapsedTime(begun)}");
        await killing;
        output.WriteLine($"killed after {Stopwatch.GetElapsedTime(begun)}");
        await AssertNothingLostOrDoubledAsync(cluster, staying, player);

        static OrleansZonesOptions Options(IServiceProvider provider) => provider.GetRequiredService<Microsoft.Extensions.Options.IOptionsMonitor<OrleansZonesOptions>>().Get("town");
    }

    private void AddServer(ISiloBuilder silo, TimeSpan leaseTime, IPEndPoint? publicAddress, int port = 0)
    {
        silo.Services.AddSingleton<IZoneHandler>(_handler);
        silo.AddGenieZones<CountingWorld>(options =>
        {
            (options.Address, options.Port, options.PublicAddress, options.Datagrams) = (IPAddress.Loopback, port, publicAddress, Transport);
            options.Zones = options.Zones with { ServerKey = new byte[16], HeartbeatInterval = TimeSpan.FromMilliseconds(200), Failed = error => _failures.TryAdd(Interlocked.Increment(ref _failureCount), error) };
        });
        silo.UseOrleansZones("town", options => (options.Layout, options.LeaseTime) = (FourZones.Layout, leaseTime));
    }

    private static async Task<Counter> CountAsync(ZonesCluster cluster)
    {
        await UntilAsync(() => cluster.Silos.All(silo => ZonesCluster.Get<GenieZoneServer>(silo).Server.GetStatistics().Zones == 2));
        var counter = new Counter([.. cluster.Silos.Select(AddressOf)]);
        await counter.CountUntilAsync(() => counter.Client.Server is not null && counter.Client.Confirmed > MessagesBefore);
        return counter;
    }

    private static (InProcessSiloHandle Serving, InProcessSiloHandle Other) Split(ZonesCluster cluster, Counter counter)
    {
        var serving = cluster.Silos.Single(silo => AddressOf(silo) == counter.Client.Server);
        return (serving, cluster.Silos.Single(silo => silo != serving));
    }

    private static DatagramAddress AddressOf(InProcessSiloHandle silo) => ZonesCluster.Get<GenieZoneServer>(silo).Server.Self!.Address;

    private static int FreePort()
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        return ((IPEndPoint)socket.LocalEndPoint!).Port;
    }

    private static async Task UntilAsync(Func<bool> condition)
    {
        using var tooLate = new CancellationTokenSource(GivesUpAfter);
        while (!condition()) await Task.Delay(5, tooLate.Token);
    }

    private async Task AssertNothingLostOrDoubledAsync(ZonesCluster cluster, InProcessSiloHandle left, Counter counter)
    {
        await UntilAsync(() => counter.Player.IsDone && ZonesCluster.Get<GenieZoneServer>(left).Server.GetStatistics().Zones == 4);
        output.WriteLine($"{counter.Player.Said} messages; {_failures.Count} calls failed and were made again, the last one: {_failures.GetValueOrDefault(_failureCount)?.Message ?? "none"}");
        Assert.Empty(_handler.Errors);
        Assert.Equal(AddressOf(left), counter.Client.Server);
        Assert.Equal(Enumerable.Range(0, counter.Player.Heard.Count).Select(i => (long)i * CountingWorld.EchoEvery), counter.Player.Heard);
        var kept = await new OrleansEntityStore(cluster.Grains, "town", new OrleansZonesOptions()).LoadAsync(Counter.Entity, default);
        Assert.Equal(counter.Player.Said, CountingWorld.CountOf(kept!.State));
    }

    /// <summary>A client that counts aloud.</summary>
    private sealed class Counter : IDisposable
    {
        public const ulong Entity = 1;

        private readonly DatagramEndpoint _endpoint;

        public Counter(DatagramAddress[] seeds)
        {
            Player = new Player { Entity = Entity, Client = null!, Endpoint = null! };
            Client = Player.Client = new ZoneClient(new ZoneClientOptions { Entity = Entity, Seeds = seeds, InterestRadiusMetres = 20_000 }, Player);
            _endpoint = DatagramEndpoint.OpenClient(Client.Peer, Transport, new IPEndPoint(IPAddress.Loopback, 0));
            _endpoint.Start();
            Client.Start(_endpoint, FourZones.SouthWest);
        }

        public Player Player { get; }

        public ZoneClient Client { get; }

        public async Task CountUntilAsync(Func<bool> condition) => await UntilAsync(() =>
        {
            if (Player.Said - Client.Confirmed < 1_000) Player.Say();
            return condition();
        });

        public void Dispose()
        {
            Client.Dispose();
            _endpoint.Dispose();
        }
    }
}
