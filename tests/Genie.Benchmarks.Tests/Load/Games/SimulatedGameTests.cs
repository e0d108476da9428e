using Genie.Benchmarks.Load.Games;
using Genie.Datagrams.Simulation;

namespace Genie.Benchmarks.Tests.Load.Games;

public sealed class SimulatedGameTests
{
    [Theory]
    [InlineData("fps", 5)]
    [InlineData("moba", 23)]
    public void On_a_good_network_everybody_sees_everything(string workload, int clients)
    {
        var result = Play(workload, clients, NetworkConditions.Lan);

        Assert.True(result.Held, result.ToString());
        Assert.Equal((0, result.Updates, 0), (result.ClientsLost, result.UpdatesSeen, result.UpdatesLate));

        // Of rooms of ten, each member sees the others' states in the two seconds, but for the first and last ones.
        var pairs = (clients / 10 * 90) + (clients % 10 * ((clients % 10) - 1));
        var rate = GameWorkload.All.Single(each => each.Name == workload).RateHertz;
        Assert.InRange(result.Updates, pairs * ((2 * rate) - 3), pairs * 2 * rate);
        Assert.InRange(result.Events, 1, long.MaxValue);
        Assert.InRange(result.Fairness, 0.999, 1);
    }

    [Theory]
    [InlineData("fps", false)]
    [InlineData("moba", true)]
    public void On_a_bad_network_states_are_missed_and_no_event(string workload, bool isEncrypted)
    {
        var result = Play(workload, clients: 20, NetworkConditions.Mobile with { Loss = 0.05 }, isEncrypted);

        Assert.True(result.Held, result.ToString());
        Assert.InRange(result.UpdatesSeen, result.Updates / 4, result.Updates - 1);
        Assert.InRange(result.EventLatency.P99, result.EventLatency.P50, result.EventLatency.Max);
    }

    [Theory]
    [InlineData("fps", "continental", 0)]
    [InlineData("fps", "international", 0)]
    [InlineData("fps", "international", 10)]
    [InlineData("moba", "continental", 0)]
    [InlineData("moba", "international", 0)]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "25")]
    public void At_five_percent_loss_each_event_arrives_once_and_the_p99_is_under_three_round_trips(string workload, string network, int burstMilliseconds)
    {
        var conditions = network == "continental" ? NetworkConditions.Continental : NetworkConditions.International;
        var result = Play(workload, clients: 100, conditions.Losing(0.05, burstMilliseconds == 0 ? null : TimeSpan.FromMilliseconds(burstMilliseconds)), seconds: 30);

        Assert.True(result.Held, result.ToString());
        Assert.Equal(0.05, result.Network!.Loss, 9);
        Assert.InRange(result.EventP99RoundTrips!.Value, 1, 3);
    }

    [Theory]
    [InlineData("fps")]
    [InlineData("moba")]
    public void In_bursts_that_outlast_round_trips_each_event_arrives_once(string workload)
    {
        var result = Play(workload, clients: 100, NetworkConditions.Continental.Losing(0.05, TimeSpan.FromMilliseconds(60)), seconds: 10);

        Assert.True(result.Held, result.ToString());
        Assert.Equal(60, result.Network!.BurstMilliseconds!.Value, 9);
    }

    [Fact]
    public void A_network_that_loses_everything_is_told()
    {
        var result = Play("fps", clients: 3, NetworkConditions.Lan with { Loss = 1 });

        Assert.False(result.Held);
        Assert.Equal((3, 0L, 0L), (result.ClientsLost, result.UpdatesSeen, result.EventsReceived));
    }

    [Fact]
    public void The_same_seed_sends_the_same_events()
    {
        Assert.Equal(Play("moba", 10, NetworkConditions.Lan).Events, Play("moba", 10, NetworkConditions.International).Events);
        Assert.NotEqual(Play("moba", 10, NetworkConditions.Lan).Events, Play("moba", 10, NetworkConditions.Lan, seed: 2).Events);
    }

    [Fact]
    public void Fairness_is_one_where_all_are_equal_and_one_part_where_one_has_all()
    {
        Assert.Equal(1, GameResult.JainIndex([7, 7, 7]), 9);
        Assert.Equal(0.25, GameResult.JainIndex([4, 0, 0, 0]), 9);
        Assert.Equal(1, GameResult.JainIndex([]));
    }

    private static GameResult Play(string workload, int clients, NetworkConditions network, bool isEncrypted = false, int seed = 1, int seconds = 2) => SimulatedGame.Run(
        new GamePlan
        {
            Workload = GameWorkload.All.Single(each => each.Name == workload),
            Clients = clients,
            Duration = TimeSpan.FromSeconds(seconds),
            Network = network,
            Encrypted = isEncrypted,
            Seed = seed,
        },
        CancellationToken.None);
}
