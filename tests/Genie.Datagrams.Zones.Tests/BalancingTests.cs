using Genie.Datagrams.Rpc.Tests;
using Genie.Datagrams.Simulation;
using Genie.Datagrams.Zones.Tests.World;
using Xunit.Abstractions;

namespace Genie.Datagrams.Zones.Tests;

/// <summary>Servers that are added to others, which have all zones.</summary>
public sealed class BalancingTests(ITestOutputHelper output)
{
    private static readonly TimeSpan GivesUpAfter = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan BetweenMessages = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan SeveralBeats = TimeSpan.FromSeconds(4);

    private readonly int _seed = Seeds.Next(output);

    [Theory]
    [InlineData(3, 6)]
    [InlineData(4, 12)]
    [InlineData(7, 14)]
    public void A_server_that_is_added_is_given_its_share_and_no_zone_goes_to_and_fro(int servers, int zones)
    {
        var world = new SimulatedWorld(NetworkConditions.Lan, _seed);

        // All read the map before any of them has given a zone.
        var slow = new SlowDirectory(new InMemoryZoneDirectory(Stripes.Make(zones), time: world.Network.Time), world.Network.Time, TimeSpan.FromMilliseconds(50));
        world.Directory = slow;
        for (var i = 0; i < servers; i++) world.AddServer();
        world.Run(() => world.Servers.All(one => one.Server.GetStatistics().Zones == zones / servers), GivesUpAfter);
        var (share, before) = (zones / (servers + 1), slow.Asked);
        var added = world.AddServer();
        world.Run(() => added.Server.GetStatistics().Zones >= share, GivesUpAfter);
        world.Run(SeveralBeats);
        Assert.Equal((share, share), (added.Server.GetStatistics().Zones, slow.Asked - before));
    }

    [Theory]
    [InlineData(700)]
    [InlineData(5_000)]
    public void A_zone_that_is_given_away_has_one_owner_though_the_directory_answers_late(int answerMilliseconds)
    {
        const int Zones = 6;
        var world = new SimulatedWorld(NetworkConditions.Lan, _seed);

        // The new owner reads the map before the old one has its answer, which takes less than a lease, or never comes in time.
        var late = new SlowDirectory(new InMemoryZoneDirectory(Stripes.Make(Zones), time: world.Network.Time), world.Network.Time, TimeSpan.Zero);
        world.Directory = late;
        world.AddServer();
        world.Run(() => world.Servers[0].Server.OwnedZones.Count == Zones, GivesUpAfter);
        for (var zone = 0; zone < Zones; zone++) world.AddPlayer(Stripes.MiddleOf(zone));
        world.Run(() => world.Players.All(player => player.Client.Server is not null), GivesUpAfter);
        late.AnswerDelay = TimeSpan.FromMilliseconds(answerMilliseconds);
        world.AddServer();
        RunAlone(() => world.Servers.All(one => one.Server.OwnedZones.Count == Zones / 2));
        var leaving = world.Servers[0].Server.StopAsync(CancellationToken.None);
        RunAlone(() => leaving.IsCompleted && world.Servers[1].Server.OwnedZones.Count == Zones);
        leaving.GetAwaiter().GetResult();
        foreach (var player in world.Players) player.Say();
        world.AssertNothingLostOrDoubled();

        void RunAlone(Func<bool> condition) => world.Run(
            () =>
            {
                Assert.False(world.Servers[0].Server.OwnedZones.Overlaps(world.Servers.Count > 1 ? world.Servers[1].Server.OwnedZones : []), $"GENIE_SEED={_seed}, after {world.Network.Elapsed}");
                return condition();
            },
            TimeSpan.FromMinutes(3));
    }

    [Fact]
    public void Nothing_is_lost_or_doubled_while_servers_are_added()
    {
        const int Zones = 12;
        var world = new SimulatedWorld(NetworkConditions.Continental with { Loss = 0.05 }, _seed);
        world.Directory = new InMemoryZoneDirectory(Stripes.Make(Zones), time: world.Network.Time);
        world.AddServer();
        world.Run(() => world.Servers[0].Server.GetStatistics().Zones == Zones, GivesUpAfter);
        for (var zone = 0; zone < Zones; zone++) world.AddPlayer(Stripes.MiddleOf(zone));
        world.Run(() => world.Players.All(player => player.Client.Server is not null), GivesUpAfter);
        for (var added = 1; added < 4; added++)
        {
            world.AddServer();
            SayUntil(() => world.Servers.All(one => one.Server.GetStatistics().Zones == Zones / world.Servers.Count));
        }

        SayUntil(() => world.Servers.All(one => one.Server.GetStatistics().Entities == Zones / world.Servers.Count));
        world.AssertNothingLostOrDoubled();

        void SayUntil(Func<bool> condition)
        {
            for (var left = GivesUpAfter; !condition(); left -= BetweenMessages)
            {
                Assert.True(left > TimeSpan.Zero, $"not within {GivesUpAfter}; GENIE_SEED={_seed}; {string.Join("; ", world.Servers.Select(one => one.Server.GetStatistics()))}");
                foreach (var player in world.Players) player.Say();
                world.Run(BetweenMessages);
            }
        }
    }
}
