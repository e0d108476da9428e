using System.Net;
using Genie.Datagrams.Rpc.Tests;
using Genie.Datagrams.Tests;
using Genie.Datagrams.Zones.Tests.World;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Datagrams.Zones.Tests;

/// <summary>Generated clients of a service of the application's own, over the links that zones make.</summary>
public sealed class OwnServiceTests(ITestOutputHelper output)
{
    private static readonly TimeSpan GivesUpAfter = TimeSpan.FromMinutes(2);
    private static readonly DatagramOptions Transport = new() { ConnectTimeout = GivesUpAfter, IdleTimeout = GivesUpAfter };

    [Fact]
    public void A_call_reaches_the_server_that_has_the_entity_also_after_a_handover()
    {
        var world = new SimulatedWorld(SimulatedWorld.Bad, Seeds.Next(output)) { OnServer = Serve, OnClient = Call };
        world.AddServer();
        world.AddServer();
        world.Run(() => world.Servers.All(one => one.Server.GetStatistics().Zones == 2), TimeSpan.FromSeconds(20));
        var player = world.AddPlayer(FourZones.SouthWest);
        Assert.Null(player.Client.Link);
        HashSet<string?> seen = [];
        foreach (var home in (MapPosition[])[FourZones.SouthWest, FourZones.NorthEast, FourZones.SouthEast, FourZones.NorthWest, FourZones.SouthWest])
        {
            player.MoveTo(home);
            player.Say();
            var owner = world.OwnerAt(home);
            world.Run(() => player.Client.Server == owner.Endpoint.LocalAddress && player.IsDone, TimeSpan.FromSeconds(60));
            Assert.True(player.Client.TryGetLink(owner.Endpoint.LocalAddress, out var link));
            Assert.Same(player.Client.Link, link);
            seen.Add(world.Server(player));
            Assert.Equal(owner.Server.Self!.Name, world.Server(player));
            Assert.Equal(player.Entity, world.Result(() => new ShopClient(player.Client.Link!).Who(default)));
        }

        Assert.Equal(2, seen.Count);
        Assert.False(player.Client.TryGetLink(DatagramAddress.OfIPv4(1, 1), out _));
        var (one, other) = (world.Servers[0].Server, world.Servers[1].Server);
        Assert.Equal(other.Self!.Name, world.Result(() => new ShopClient(one.LinkTo(other.Self)).Where(default)));
        Assert.Equal(0UL, world.Result(() => new ShopClient(one.LinkTo(other.Self)).Who(default)));
    }

    [Theory]
    [InlineData(TestTransport.Udp)]
    [InlineData(TestTransport.Tcp)]
    [InlineData(TestTransport.LiteNetLib)]
    public async Task A_call_over_real_sockets_follows_the_entity(string transport)
    {
        var (directory, store, handler) = (new InMemoryZoneDirectory(FourZones.Layout, GivesUpAfter), new InMemoryEntityStore(), new CountingWorld());
        await using var first = Open("first");
        await using var second = Open("second");
        using var firstEndpoint = Listen(first);
        first.Start(firstEndpoint);
        await Until.TrueAsync(() => first.GetStatistics().Zones == 4);
        using var secondEndpoint = Listen(second);
        second.Start(secondEndpoint);
        await Until.TrueAsync(() => first.GetStatistics().Zones == 2 && second.GetStatistics().Zones == 2);

        var player = new Player { Entity = 7, Client = null!, Endpoint = null! };
        using var client = new ZoneClient(new ZoneClientOptions { Entity = 7, Seeds = [firstEndpoint.LocalAddress], CallTimeout = GivesUpAfter }, player);
        player.Client = client;
        Call(client);
        using var endpoint = DatagramEndpoint.OpenClient(client.Peer, Transport.Over(transport), new IPEndPoint(IPAddress.Loopback, 0));
        endpoint.Start();
        client.Start(endpoint, FourZones.SouthWest);
        HashSet<string> seen = [];
        foreach (var home in (MapPosition[])[FourZones.SouthWest, FourZones.SouthEast, FourZones.NorthWest, FourZones.NorthEast])
        {
            player.MoveTo(home);
            var owner = (await directory.ReadAsync(default)).FindAt(home)!.Owner!;
            await Until.TrueAsync(() => client.Server == owner.Address);
            Assert.Equal(owner.Name, await new ShopClient(client.Link!).Where(default));
            Assert.Equal(7UL, await new ShopClient(client.Link!).Who(default));
            seen.Add(owner.Name);
        }

        Assert.Equal(2, seen.Count);

        ZoneServer Open(string name)
        {
            var server = new ZoneServer(new ZoneServerOptions { Name = name, ServerKey = new byte[16], HeartbeatInterval = TimeSpan.FromMilliseconds(100), TransferTimeout = GivesUpAfter }, directory, store, handler);
            Serve(server);
            return server;
        }

        DatagramEndpoint Listen(ZoneServer server)
        {
            var listening = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), server.Peer, Transport.Over(transport));
            listening.Start();
            return listening;
        }
    }

    private static void Serve(ZoneServer server) => server.Peer.Serve(ShopContract.Instance, connection => new Shop(server, connection)).Calls(ShopContract.Instance, isRequired: false);

    private static void Call(ZoneClient client) => client.Peer.Calls(ShopContract.Instance);
}
