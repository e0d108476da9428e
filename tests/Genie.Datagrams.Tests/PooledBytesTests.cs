using Genie.Datagrams.Simulation;

namespace Genie.Datagrams.Tests;

public sealed class PooledBytesTests
{
    [Fact]
    public void What_an_endpoint_keeps_for_messages_to_come_is_told_and_stays_the_same_under_the_same_load()
    {
        var pair = new SimulatedPair(NetworkConditions.Mobile, seed: 12);
        var first = AfterLoad();
        Assert.InRange(first, 1, long.MaxValue);
        for (var i = 0; i < 20; i++) Assert.InRange(AfterLoad(), first, 4 * first);

        long AfterLoad()
        {
            for (var i = 0; i < 50; i++)
            {
                pair.Link.Send(new byte[600], DeliveryMode.ReliableOrdered);
                pair.Network.RunFor(TimeSpan.FromMilliseconds(20));
            }

            pair.Network.RunFor(TimeSpan.FromSeconds(5));
            return pair.Client.PooledBytes + pair.Server.PooledBytes;
        }
    }
}
