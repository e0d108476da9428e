using Genie.Datagrams.Rpc.Tests;
using Genie.Datagrams.Simulation;
using Genie.Datagrams.Zones.Tests.World;
using Xunit.Abstractions;

namespace Genie.Datagrams.Zones.Tests;

/// <summary>Entities that go from server to server, over a network that loses.</summary>
public sealed class HandoverTests(ITestOutputHelper output)
{
    private readonly int _seed = Seeds.Next(output);

    [Fact]
    public void Under_five_percent_loss_and_150_ms_a_handover_loses_and_doubles_nothing()
    {
        var world = new SimulatedWorld(SimulatedWorld.Bad, _seed).WithFourServers();
        var player = world.AddPlayer(FourZones.SouthWest);
        MapPosition[] walk = [FourZones.SouthEast, FourZones.NorthEast, FourZones.NorthWest, FourZones.SouthWest];
        for (var i = 0; i < 4_000; i++)
        {
            player.Say();
            if (i % 250 == 249) player.MoveTo(walk[i / 250 % walk.Length]);
            world.Run(TimeSpan.FromMilliseconds(10));
        }

        world.AssertNothingLostOrDoubled();

        // A handover that loss has held up until the next walk goes there at once, and a client may be at the next server before the one that has its entity.
        world.Run(() => player.Client.Server == world.OwnerAt(player.Position).Endpoint.LocalAddress, TimeSpan.FromSeconds(20));
        Assert.InRange(world.Servers.Sum(one => one.Server.GetStatistics().HandedOver), 10, 16);
        Assert.True(player.Client.GetStatistics().Resent > 0, "nothing was under way during any handover");
    }

    [Fact]
    public void Clients_that_wander_over_four_zones_lose_and_double_nothing()
    {
        var random = new Random(_seed);
        var world = new SimulatedWorld(NetworkConditions.International with { Loss = 0.05 }, _seed).WithFourServers();
        for (var i = 0; i < 5; i++) world.AddPlayer(new MapPosition((random.NextDouble() - 0.5) / 10, (random.NextDouble() - 0.5) / 10));
        for (var i = 0; i < 1_000; i++)
        {
            foreach (var player in world.Players)
            {
                player.Say();
                player.MoveTo(Step(player.Position, random));
            }

            world.Run(TimeSpan.FromMilliseconds(20));
        }

        world.AssertNothingLostOrDoubled();
        Assert.True(world.Servers.Sum(one => one.Server.GetStatistics().HandedOver) > 5, "hardly anybody crossed a border");
    }

    private static MapPosition Step(MapPosition from, Random random)
    {
        const double Degrees = 0.01;
        return new MapPosition(
            Math.Clamp(from.Latitude + ((random.NextDouble() - 0.5) * Degrees), -0.2, 0.2),
            Math.Clamp(from.Longitude + ((random.NextDouble() - 0.5) * Degrees), -0.2, 0.2));
    }
}
