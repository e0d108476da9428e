using Genie.Datagrams.Simulation;

namespace Genie.Datagrams.Tests;

public sealed class SharingTests
{
    /// <summary>Both connections are of one client, and so share its path and the queue before the bottleneck.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Two_flows_through_one_bottleneck_share_it_though_one_came_later(int seed)
    {
        const long BytesASecond = 500_000;
        const int Seconds = 60;
        var network = new SimulatedNetwork(NetworkConditions.Continental with { BytesASecond = BytesASecond, Loss = 0 }, seed);
        Dictionary<DatagramConnection, long> received = [];
        var handler = new RecordingHandler();
        var isMeasured = false;
        handler.OnReceived = (connection, message) =>
        {
            if (isMeasured) received[connection] = received.GetValueOrDefault(connection) + message.Length;
            handler.Messages.Clear();
        };
        var server = network.Open(handler, isListening: true);
        var client = network.Open(new RecordingHandler());
        List<DatagramConnection> links = [client.Connect(server.LocalAddress.ToEndPoint())];
        Run(10);
        links.Add(client.Connect(server.LocalAddress.ToEndPoint()));
        Run(20);
        isMeasured = true;
        Run(Seconds);

        Assert.Equal(2, received.Count);
        double sum = received.Values.Sum();
        var fairness = sum * sum / (received.Count * received.Values.Sum(bytes => (double)bytes * bytes));
        Assert.True(fairness > 0.9, $"Jain's index {fairness:0.000} of {string.Join(" and ", received.Values)} bytes, seed {seed}");
        Assert.InRange(sum, BytesASecond * Seconds * 75 / 100, BytesASecond * Seconds);

        void Run(int seconds)
        {
            for (var i = 0; i < seconds * 20; i++)
            {
                foreach (var link in links)
                {
                    while (link.QueuedBytes < 400_000) link.Send(new byte[5_000], DeliveryMode.ReliableOrdered);
                }

                network.RunFor(TimeSpan.FromMilliseconds(50));
            }
        }
    }
}
