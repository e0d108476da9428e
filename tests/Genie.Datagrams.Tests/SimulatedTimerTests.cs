using Genie.Datagrams.Simulation;

namespace Genie.Datagrams.Tests;

public sealed class SimulatedTimerTests
{
    private readonly SimulatedNetwork _network = new(NetworkConditions.Lan, seed: 1);
    private readonly List<double> _times = [];

    [Fact]
    public void A_timer_runs_when_the_network_comes_to_its_time()
    {
        using var timer = Timer(TimeSpan.FromMilliseconds(20), Timeout.InfiniteTimeSpan);
        _network.RunFor(TimeSpan.FromMilliseconds(19));
        Assert.Empty(_times);
        _network.RunFor(TimeSpan.FromSeconds(1));
        Assert.Equal([20], _times);
    }

    [Fact]
    public void One_with_a_period_runs_until_it_is_set_anew_or_disposed()
    {
        var timer = Timer(TimeSpan.FromMilliseconds(5), TimeSpan.FromMilliseconds(10));
        _network.RunFor(TimeSpan.FromMilliseconds(30));
        Assert.True(timer.Change(TimeSpan.FromMilliseconds(50), Timeout.InfiniteTimeSpan));
        _network.RunFor(TimeSpan.FromMilliseconds(100));
        Assert.Equal([5, 15, 25, 80], _times);
        Assert.True(timer.Change(TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(1)));
        timer.Dispose();
        Assert.False(timer.Change(TimeSpan.Zero, Timeout.InfiniteTimeSpan));
        _network.RunFor(TimeSpan.FromMilliseconds(100));
        Assert.Equal(4, _times.Count);
    }

    [Fact]
    public void One_without_a_time_never_runs()
    {
        using var timer = Timer(Timeout.InfiniteTimeSpan, TimeSpan.FromMilliseconds(1));
        _network.RunFor(TimeSpan.FromSeconds(1));
        Assert.Empty(_times);
    }

    private ITimer Timer(TimeSpan dueTime, TimeSpan period) => _network.Time.CreateTimer(_ => _times.Add(_network.Elapsed.TotalMilliseconds), null, dueTime, period);
}
