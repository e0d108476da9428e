using System.Net;
using Genie.Datagrams.Simulation;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Datagrams.Tests;

/// <summary>Real sockets whose datagrams fare as on another network.</summary>
public sealed class ConditionsTests(ITestOutputHelper output)
{
    private const int Messages = 300;
    private static readonly IPEndPoint AnyPort = new(IPAddress.Loopback, 0);

    [Fact]
    public async Task What_is_reliable_arrives_once_and_in_order_while_datagrams_are_lost_doubled_and_overtaken()
    {
        var seed = Random.Shared.Next();
        output.WriteLine($"seed {seed}");
        var conditions = new NetworkConditions { Latency = TimeSpan.FromMilliseconds(10), Variance = TimeSpan.FromMilliseconds(2), Loss = 0.1, Duplication = 0.05, Reordering = 0.05 };
        var handler = new RecordingHandler();
        using var server = DatagramEndpoint.Listen(AnyPort, new RecordingHandler(echoes: true));
        using var client = DatagramEndpoint.OpenClient(handler, new DatagramOptions { Conditions = conditions, ConditionsSeed = seed });
        server.Start();
        client.Start();
        var link = client.Connect(server.LocalAddress.ToEndPoint());
        for (var i = 0; i < Messages; i++) link.Send(BitConverter.GetBytes(i).Concat(new byte[i]).ToArray(), DeliveryMode.ReliableOrdered);
        await Until.TrueAsync(() => handler.Messages.Count >= Messages);
        Assert.Equal(Enumerable.Range(0, Messages), handler.Messages.Select(message => BitConverter.ToInt32(message.Bytes)));
        var statistics = link.GetStatistics();
        Assert.True(statistics.PacketsLost > 0, $"nothing was lost, seed {seed}");

        // There and back, through this one end.
        Assert.True(statistics.RoundTripMicroseconds >= 19_000, $"{statistics.RoundTripMicroseconds} us, seed {seed}");
    }

    [Fact]
    public async Task What_was_sent_before_the_end_is_on_its_way_when_its_sender_has_gone()
    {
        var handler = new RecordingHandler();
        using var server = DatagramEndpoint.Listen(AnyPort, handler);
        server.Start();
        var clientHandler = new RecordingHandler();
        using (var client = DatagramEndpoint.OpenClient(clientHandler, new DatagramOptions { Conditions = NetworkConditions.Lan with { Latency = TimeSpan.FromMilliseconds(20) } }))
        {
            client.Start();
            client.Connect(server.LocalAddress.ToEndPoint());
            await Until.TrueAsync(() => clientHandler.Connected.Count == 1);
        }

        await Until.TrueAsync(() => handler.Disconnected.Count == 1);
        Assert.Equal(DisconnectReason.EndpointClosed, Assert.Single(handler.Disconnected).Reason);
    }

    [Fact]
    public void Conditions_that_cannot_be_had_are_refused()
    {
        var options = new DatagramOptions { Conditions = NetworkConditions.Mobile };
        Assert.Contains("proxy", Assert.Throws<OptionNotSupportedException>(() => DatagramEndpoint.Listen(AnyPort, new RecordingHandler(), options with { Transport = DatagramTransport.Tcp })).Message, StringComparison.Ordinal);
        Assert.Throws<ArgumentException>(() => new SimulatedNetwork(NetworkConditions.Lan, 1).Open(new RecordingHandler(), options));
    }
}
