using System.Net;
using Genie.Datagrams.Tests;
using Genie.Datagrams.Zones.EventStore;
using Genie.Datagrams.Zones.Tests.World;
using Genie.EventStore.Embedded;
using Genie.Testing;

namespace Genie.Datagrams.Zones.Tests;

/// <summary>Real sockets, clocks and threads.</summary>
public sealed class SocketTests
{
    private static readonly TimeSpan GivesUpAfter = TimeSpan.FromMinutes(2);
    private static readonly DatagramOptions Transport = new() { ConnectTimeout = GivesUpAfter, IdleTimeout = GivesUpAfter };

    [Theory]
    [InlineData(TestTransport.Udp, false)]
    [InlineData(TestTransport.Tcp, false)]
    [InlineData(TestTransport.LiteNetLib, false)]
    [InlineData(TestTransport.Udp, true)]
    public async Task An_entity_walks_over_the_zones_of_two_servers(string transport, bool isOnDisk)
    {
        using var folder = new TemporaryFolder();
        await using var events = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = folder.Path }, default);

        // Leases far longer than a busy machine holds a thread up: this is not about takeovers.
        var leaseTime = TimeSpan.FromMinutes(2);
        using var onDisk = new EventStoreZoneDirectory(events, FourZones.Layout, leaseTime);
        IZoneDirectory directory = isOnDisk ? onDisk : new InMemoryZoneDirectory(FourZones.Layout, leaseTime);
        IEntityStore store = isOnDisk ? new EventStoreEntityStore(events) : new InMemoryEntityStore();
        var handler = new CountingWorld();
        await using var first = Open();
        await using var second = Open();
        using var firstEndpoint = Listen(first, transport);
        first.Start(firstEndpoint);
        await Until.TrueAsync(() => first.GetStatistics().Zones == 4);
        using var secondEndpoint = Listen(second, transport);
        second.Start(secondEndpoint);
        await Until.TrueAsync(() => second.GetStatistics().Zones == 2 && first.GetStatistics().Zones == 2);

        var player = new Player { Entity = 1, Client = null!, Endpoint = null! };
        using var client = new ZoneClient(new ZoneClientOptions { Entity = 1, Seeds = [firstEndpoint.LocalAddress], CallTimeout = GivesUpAfter }, player);
        player.Client = client;
        using var endpoint = DatagramEndpoint.OpenClient(client.Peer, Transport.Over(transport), new IPEndPoint(IPAddress.Loopback, 0));
        endpoint.Start();
        client.Start(endpoint, FourZones.SouthWest);
        MapPosition[] walk = [FourZones.NorthEast, FourZones.SouthWest, FourZones.NorthEast];
        for (var i = 0; i < 300; i++)
        {
            player.Say();
            if (i % 100 != 50) continue;
            player.MoveTo(walk[i / 100]);
            var owner = (await directory.ReadAsync(default)).FindAt(walk[i / 100])!.Owner!.Address;
            await Until.TrueAsync(() => client.Server == owner);
        }

        await Until.TrueAsync(() => player.IsDone);
        Assert.Empty(handler.Errors);
        Assert.Equal(300, CountingWorld.CountOf((await store.LoadAsync(1, default))!.State));
        Assert.Equal(Enumerable.Range(0, 60).Select(i => 5L * i), player.Heard);

        ZoneServer Open() => new(new ZoneServerOptions { ServerKey = new byte[16], HeartbeatInterval = TimeSpan.FromMilliseconds(100), TransferTimeout = GivesUpAfter }, directory, store, handler);
    }

    /// <summary>The endpoint goes first, so that the server can tell nobody: its lease ends by itself.</summary>
    [Theory]
    [InlineData(TestTransport.Udp)]
    [InlineData(TestTransport.Tcp)]
    [InlineData(TestTransport.LiteNetLib)]
    public async Task The_zones_and_entities_of_a_server_that_dies_are_served_by_the_other(string transport)
    {
        var (directory, store, handler) = (new InMemoryZoneDirectory(FourZones.Layout, leaseTime: TimeSpan.FromSeconds(3)), new InMemoryEntityStore(), new CountingWorld());
        await using var dying = Open();
        using var dyingEndpoint = Listen(dying, transport);
        dying.Start(dyingEndpoint);
        await using var heir = Open();
        using var heirEndpoint = Listen(heir, transport);
        heir.Start(heirEndpoint);
        await Until.TrueAsync(() => dying.GetStatistics().Zones == 2 && heir.GetStatistics().Zones == 2);
        var player = new Player { Entity = 1, Client = null!, Endpoint = null! };
        using var client = new ZoneClient(new ZoneClientOptions { Entity = 1, Seeds = [heirEndpoint.LocalAddress], CallTimeout = GivesUpAfter }, player);
        player.Client = client;
        using var endpoint = DatagramEndpoint.OpenClient(client.Peer, Transport.Over(transport), new IPEndPoint(IPAddress.Loopback, 0));
        endpoint.Start();
        var map = await directory.ReadAsync(default);
        client.Start(endpoint, new[] { FourZones.SouthWest, FourZones.SouthEast, FourZones.NorthWest }.First(position => map.FindAt(position)!.Owner!.Address == dyingEndpoint.LocalAddress));
        for (var i = 0; i < 100; i++) player.Say();
        await Until.TrueAsync(() => player.IsDone && client.Server == dyingEndpoint.LocalAddress);
        for (var i = 0; i < 100; i++) player.Say();
        dyingEndpoint.Dispose();
        await dying.DisposeAsync();
        for (var i = 0; i < 100; i++) player.Say();
        await Until.TrueAsync(() => player.IsDone && client.Server == heirEndpoint.LocalAddress && heir.GetStatistics().Zones == 4);
        Assert.Empty(handler.Errors);
        Assert.Equal(300, CountingWorld.CountOf((await store.LoadAsync(1, default))!.State));

        ZoneServer Open() => new(new ZoneServerOptions { ServerKey = new byte[16], HeartbeatInterval = TimeSpan.FromMilliseconds(100), TransferTimeout = GivesUpAfter }, directory, store, handler);
    }

    private static DatagramEndpoint Listen(ZoneServer server, string transport)
    {
        var endpoint = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), server.Peer, Transport.Over(transport));
        endpoint.Start();
        return endpoint;
    }
}
