using System.Net;
using Genie.Datagrams.Tests;
using Genie.Testing;

namespace Genie.Datagrams.LiteNetLib.Tests;

public sealed class ReadmeTests
{
    [Fact]
    public void The_example_of_the_README_runs_and_stands_in_this_test()
    {
        var (game, player) = (new RecordingHandler(), new RecordingHandler());
        var options = new DatagramOptions { TransportFactory = new LiteNetLibTransport() };
        using var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), game, options);
        using var client = DatagramEndpoint.OpenClient(player, options);
        server.Start();
        client.Start();
        var connection = client.Connect(server.LocalAddress.ToEndPoint(), handshakeData: "player 7"u8);
        connection.Send("fire"u8, DeliveryMode.ReliableOrdered, channel: 1);
        LitePair.WaitFor(() => game.Messages.Count == 1);
        Assert.Equal("player 7"u8.ToArray(), game.Connected.First().Data);
        ReadmeExample.AssertStandsIn("GenieDotNet/Genie.Datagrams.LiteNetLib/README.md");
    }
}
