using System.Net;
using System.Text;
using Genie.Testing;

namespace Genie.Datagrams.LiteNetLib.Tests;

public sealed class ReadmeTests
{
    [Fact]
    public async Task The_example_of_the_README_runs_and_stands_in_this_test()
    {
        var (game, player) = (new Game(), new Game());
        var options = new DatagramOptions { TransportFactory = new LiteNetLibTransport() };
        using var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), game, options);
        using var client = DatagramEndpoint.OpenClient(player, options);
        server.Start();
        client.Start();
        var connection = client.Connect(server.LocalAddress.ToEndPoint(), handshakeData: "player 7"u8);
        connection.Send("fire"u8, DeliveryMode.ReliableOrdered, channel: 1);
        Console.WriteLine(await game.Heard.WaitAsync(TimeSpan.FromSeconds(30)));
        Assert.Equal("fire", await game.Heard);
        ReadmeExample.AssertStandsIn("GenieDotNet/Genie.Datagrams.LiteNetLib/README.md");
    }

    internal sealed class Game : IDatagramHandler
    {
        private readonly TaskCompletionSource<string> _heard = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task<string> Heard => _heard.Task;

        public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info) => _heard.TrySetResult(Encoding.UTF8.GetString(message));
    }
}
