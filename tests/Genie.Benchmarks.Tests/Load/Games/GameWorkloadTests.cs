using Genie.Benchmarks.Load.Games;
using Genie.Benchmarks.Load.Games.Transports;
using Genie.Datagrams;

namespace Genie.Benchmarks.Tests.Load.Games;

/// <summary>Workloads at other rates.</summary>
public sealed class GameWorkloadTests
{
    [Fact]
    public void A_slower_tick_is_no_lateness_and_a_faster_one_no_excuse()
    {
        Assert.Equal(100 + 100 - (1_000.0 / 60), GameWorkload.Fps.AtRate(10).LateAfter.TotalMilliseconds, 3);
        Assert.Equal(GameWorkload.Fps.LateAfter, GameWorkload.Fps.AtRate(120).LateAfter);
        Assert.Equal(GameWorkload.Moba, GameWorkload.Moba.AtRate(GameWorkload.Moba.RateHertz));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(60)]
    public void Events_are_as_many_at_any_rate(int rateHertz)
    {
        const int Seconds = 2_000;
        var plan = new GamePlan { Workload = GameWorkload.Moba.AtRate(rateHertz), Clients = 2, Duration = TimeSpan.FromSeconds(Seconds), Seed = 5 };
        var link = new CountingLink();
        var client = new GameClient(plan, number: 0, new GameScore(plan.LateAfter)) { Link = link };

        for (var tick = 0; tick < rateHertz * Seconds; tick++) client.Tick(tick);

        // Random by a seed, five a second: ten standard deviations of a Poisson process.
        Assert.Equal(rateHertz * Seconds, link.Of(DeliveryMode.Sequenced));
        Assert.InRange(link.Of(DeliveryMode.ReliableOrdered), 4 * Seconds - 900, 4 * Seconds + 900);
        Assert.InRange(link.Of(DeliveryMode.ReliableUnordered), Seconds - 450, Seconds + 450);
        Assert.Equal(client.Sent, Enum.GetValues<DeliveryMode>().Sum(link.Of));
    }

    [Fact]
    public void Other_events_are_in_order_as_often()
    {
        Assert.Equal((0.4, 0.1), (GameWorkload.Moba.WithEvents(0.5).OrderedEventsPerSecond, GameWorkload.Moba.WithEvents(0.5).UnorderedEventsPerSecond));
        Assert.Equal(0, GameWorkload.Fps.WithEvents(0).EventsPerSecond);
        Assert.Equal(GameWorkload.Fps, GameWorkload.Fps.WithEvents(2));
    }

    private sealed class CountingLink : IGameLink
    {
        private readonly Dictionary<DeliveryMode, int> _counts = [];

        public bool IsConnected => true;

        public int Of(DeliveryMode mode) => _counts.GetValueOrDefault(mode);

        public void Send(ReadOnlySpan<byte> message, DeliveryMode mode, byte channel = 0) => _counts[mode] = Of(mode) + 1;
    }
}
