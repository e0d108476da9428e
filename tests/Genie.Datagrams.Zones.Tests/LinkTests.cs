using Genie.Datagrams.Rpc.Tests;
using Genie.Datagrams.Simulation;
using Genie.Datagrams.Zones.Tests.World;
using Xunit.Abstractions;

namespace Genie.Datagrams.Zones.Tests;

/// <summary>Which servers a client is connected with.</summary>
public sealed class LinkTests(ITestOutputHelper output)
{
    private readonly int _seed = Seeds.Next(output);

    [Fact]
    public void A_client_at_the_corner_of_four_zones_holds_links_to_all_and_gives_them_up_afterwards()
    {
        var world = new SimulatedWorld(NetworkConditions.Continental, _seed).WithFourServers();
        var player = world.AddPlayer(FourZones.NorthEast);
        world.Run(() => player.Client.Server is not null, TimeSpan.FromSeconds(20));
        world.Run(() => player.Client.LinkedServers.Count == 1, TimeSpan.FromSeconds(20));
        player.MoveTo(FourZones.Corner);
        world.Run(() => player.Client.LinkedServers.Count == 4, TimeSpan.FromSeconds(5));
        world.Run(TimeSpan.FromSeconds(10));
        Assert.Equal(4, player.Client.LinkedServers.Count);
        Assert.Equal(1, player.Client.GetStatistics().Attachments);
        player.MoveTo(FourZones.SouthWest);
        world.Run(() => player.Client.LinkedServers.Count == 1, TimeSpan.FromSeconds(20));
        Assert.Equal(world.OwnerAt(FourZones.SouthWest).Endpoint.LocalAddress, Assert.Single(player.Client.LinkedServers));
        Assert.Equal(player.Client.Server, player.Client.LinkedServers[0]);
    }

    [Fact]
    public void A_client_along_a_border_is_not_handed_to_and_fro()
    {
        var world = new SimulatedWorld(NetworkConditions.Continental, _seed).WithFourServers();
        var player = world.AddPlayer(new MapPosition(0.1, 0.0001));
        world.Run(() => player.Client.Server is not null, TimeSpan.FromSeconds(20));
        for (var i = 0; i < 200; i++)
        {
            // 11 metres to either side; the margin is 20.
            player.MoveTo(new MapPosition(0.1, i % 2 == 0 ? -0.0001 : 0.0001));
            world.Run(TimeSpan.FromMilliseconds(50));
        }

        Assert.Equal(0, world.Servers.Sum(one => one.Server.GetStatistics().HandedOver));
        player.MoveTo(new MapPosition(0.1, -0.001));
        world.Run(() => world.Servers.Sum(one => one.Server.GetStatistics().HandedOver) == 1, TimeSpan.FromSeconds(5));
    }

    [Fact]
    public void What_is_published_reaches_those_whose_interest_does_over_the_border_too()
    {
        var world = new SimulatedWorld(NetworkConditions.Lan, _seed).WithFourServers();
        var near = world.AddPlayer(new MapPosition(0.1, -0.001));
        var far = world.AddPlayer(FourZones.SouthWest);
        world.Run(() => world.Players.All(player => player.Client.Server is not null) && near.Client.LinkedServers.Count == 2, TimeSpan.FromSeconds(20));
        world.Run(TimeSpan.FromSeconds(1));
        world.OwnerAt(FourZones.NorthEast).Server.Publish(new MapPosition(0.1, 0.001), "fireworks"u8);
        world.Run(() => near.Published.Contains("fireworks"), TimeSpan.FromSeconds(1));
        Assert.Empty(far.Published);
    }

    [Fact]
    public void A_client_that_names_any_server_finds_its_own()
    {
        var world = new SimulatedWorld(NetworkConditions.Lan, _seed).WithFourServers();
        MapPosition[] homes = [FourZones.NorthEast, FourZones.NorthWest, FourZones.SouthEast, FourZones.SouthWest];
        foreach (var home in homes)
        {
            var player = world.AddPlayer(home);
            world.Run(() => player.Client.Server is not null, TimeSpan.FromSeconds(10));
            Assert.Equal(world.OwnerAt(home).Endpoint.LocalAddress, player.Client.Server);
        }
    }

    [Fact]
    public void A_second_run_of_a_client_has_its_entity_from_the_first()
    {
        var world = new SimulatedWorld(NetworkConditions.Lan, _seed).WithFourServers();
        var first = world.AddPlayer(FourZones.NorthEast);
        for (var i = 0; i < 7; i++) first.Say();
        world.Run(() => first.IsDone, TimeSpan.FromSeconds(10));
        var second = world.AddPlayer(FourZones.NorthEast, entity: first.Entity);
        world.Run(() => second.Client.Server is not null, TimeSpan.FromSeconds(10));
        second.Client.Send(CountingWorld.Bytes(7));
        world.Run(() => second.Client.Confirmed == 1, TimeSpan.FromSeconds(10));
        Assert.Empty(world.Handler.Errors);
        Assert.Null(first.Client.Server);
    }
}
