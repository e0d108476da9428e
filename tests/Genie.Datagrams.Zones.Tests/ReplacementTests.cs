using System.Security.Cryptography;
using Genie.Datagrams.Rpc.Tests;
using Genie.Datagrams.Simulation;
using Genie.Datagrams.Zones.Tests.World;
using Xunit.Abstractions;

namespace Genie.Datagrams.Zones.Tests;

/// <summary>Servers that die, and others that come at their addresses: with encryption, and without a key by which they could say that the dead one's connections are gone.</summary>
public sealed class ReplacementTests(ITestOutputHelper output)
{
    private static readonly TimeSpan Bound = TimeSpan.FromSeconds(3);
    private static readonly ECDsa Key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
    private static readonly DatagramSecurity Encrypted = new() { Identity = ServerIdentity.FromKey(Key), Trust = ServerTrust.ForKey(Key.ExportSubjectPublicKeyInfo()) };

    private readonly int _seed = Seeds.Next(output);

    public enum Endpoints
    {
        Plain,
        Encrypted,
    }

    [Theory]
    [InlineData(Endpoints.Plain)]
    [InlineData(Endpoints.Encrypted)]
    public void The_client_of_the_only_server_goes_on_with_the_one_that_came_in_its_stead(Endpoints endpoints)
    {
        var world = Make(endpoints);
        world.AddServer();
        var player = world.AddPlayer(FourZones.SouthWest);
        world.Run(() => player.Client.Server is not null, TimeSpan.FromSeconds(20));
        Count(world, player, 50);
        world.Run(() => player.IsDone, TimeSpan.FromSeconds(10));
        Replace(world, world.Servers[0]);
        player.Say();

        // The connection itself would time out after ten seconds.
        world.Run(() => player.IsDone, Bound);
        Count(world, player, 50);
        world.AssertNothingLostOrDoubled();
    }

    [Theory]
    [InlineData(Endpoints.Plain)]
    [InlineData(Endpoints.Encrypted)]
    public void Whoever_walks_to_a_server_that_came_in_the_stead_of_another_is_served_there(Endpoints endpoints)
    {
        var world = Make(endpoints);
        for (var i = 0; i < 2; i++) world.AddServer();
        world.Run(() => world.Servers.All(one => one.Server.GetStatistics().Zones == 2), TimeSpan.FromSeconds(20));
        var (home, neighbour) = (world.OwnerAt(FourZones.SouthWest), world.OwnerAt(FourZones.NorthEast));
        Assert.NotEqual(home, neighbour);
        var player = world.AddPlayer(FourZones.SouthWest, interestMetres: 40_000);

        // There and back: both have been its server, and are connected with one another.
        WalkTo(FourZones.NorthEast);
        WalkTo(FourZones.SouthWest);
        Replace(world, neighbour);
        world.Run(() => world.Servers[^1].Server.GetStatistics().Zones == 2, TimeSpan.FromSeconds(5));
        var taken = new[] { FourZones.NorthEast, FourZones.NorthWest, FourZones.SouthEast, FourZones.SouthWest }.First(position => world.OwnerAt(position) == world.Servers[^1]);
        player.MoveTo(taken);
        player.Say();
        world.Run(() => player.IsDone && player.Client.Server == world.OwnerAt(taken).Endpoint.LocalAddress, Bound);
        Count(world, player, 50);
        world.AssertNothingLostOrDoubled();

        void WalkTo(MapPosition position)
        {
            player.MoveTo(position);
            world.Run(() => player.Client.Server == world.OwnerAt(position).Endpoint.LocalAddress, TimeSpan.FromSeconds(20));
            Count(world, player, 50);
            world.Run(() => player.IsDone, TimeSpan.FromSeconds(10));
        }
    }

    /// <summary>On a bad network answers are late, and servers are not taken for dead by that.</summary>
    [Fact]
    public void A_server_that_lives_keeps_its_clients_on_a_bad_network()
    {
        var world = new SimulatedWorld(SimulatedWorld.Bad, _seed) { Security = () => Encrypted };
        world.AddServer();
        var player = world.AddPlayer(FourZones.SouthWest);
        world.Run(() => player.Client.Server is not null, TimeSpan.FromSeconds(20));
        for (var i = 0; i < 20; i++) Count(world, player, 200);
        Assert.Equal(1, player.Client.GetStatistics().Attachments);
        world.AssertNothingLostOrDoubled();
    }

    private static void Replace(SimulatedWorld world, SimulatedServer server)
    {
        world.Kill(server);
        world.Replace(server);
    }

    private static void Count(SimulatedWorld world, Player player, int messages)
    {
        for (var i = 0; i < messages; i++)
        {
            player.Say();
            world.Run(TimeSpan.FromMilliseconds(5));
        }
    }

    private SimulatedWorld Make(Endpoints endpoints) => new(NetworkConditions.Continental, _seed) { Security = endpoints == Endpoints.Plain ? null : () => Encrypted };
}
