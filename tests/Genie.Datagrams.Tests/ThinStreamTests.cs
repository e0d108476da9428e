using Genie.Datagrams.Simulation;

namespace Genie.Datagrams.Tests;

/// <summary>Streams with a few packets a round trip, as games have: what brings out the loss of one comes late.</summary>
public sealed class ThinStreamTests
{
    private const double OneWayMilliseconds = 17.5;
    private const double TickMilliseconds = 33;

    private readonly SimulatedPair _pair = new(NetworkConditions.Continental with { Loss = 0, Variance = TimeSpan.Zero }, seed: 1);
    private readonly List<double> _latencies = [];
    private int _toDrop;

    public ThinStreamTests()
    {
        _pair.ServerHandler.OnReceived = (_, message) => _latencies.Add(_pair.Network.Elapsed.TotalMilliseconds - BitConverter.ToDouble(message));
        _pair.Network.Filter = (_, _, to) => to != _pair.Server.LocalAddress || _toDrop-- <= 0;
        for (var i = 0; i < 30; i++) SendAndTick();
    }

    [Fact]
    public void A_lost_message_is_sent_again_before_the_next_one_can_tell_that_it_is_missing()
    {
        _latencies.Clear();
        _toDrop = 1;
        for (var i = 0; i < 5; i++) SendAndTick();

        Assert.Equal(5, _latencies.Count);
        Assert.InRange(_latencies.Max(), 3 * OneWayMilliseconds, TickMilliseconds + (3 * OneWayMilliseconds) - 10);
    }

    [Fact]
    public void What_is_lost_again_when_it_is_sent_again_has_a_second_copy_on_its_way()
    {
        _latencies.Clear();
        _toDrop = 2;
        Send();
        _pair.Network.RunFor(TimeSpan.FromSeconds(1));

        // Two timeouts in a row would be three of the first one.
        Assert.InRange(Assert.Single(_latencies), 3 * OneWayMilliseconds, 5 * OneWayMilliseconds);
        Assert.Equal(0, _pair.Accepted.GetStatistics().DuplicatesReceived);
    }

    [Fact]
    public void The_second_copy_is_dropped_where_the_first_one_came()
    {
        _latencies.Clear();
        _toDrop = 1;
        Send();
        _pair.Network.RunFor(TimeSpan.FromSeconds(1));

        Assert.Single(_latencies);
        Assert.Equal(1, _pair.Accepted.GetStatistics().DuplicatesReceived);
    }

    private void SendAndTick()
    {
        Send();
        _pair.Network.RunFor(TimeSpan.FromMilliseconds(TickMilliseconds));
    }

    private void Send() => _pair.Link.Send(BitConverter.GetBytes(_pair.Network.Elapsed.TotalMilliseconds), DeliveryMode.ReliableUnordered);
}
