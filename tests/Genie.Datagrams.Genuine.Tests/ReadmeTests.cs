using System.Net;
using System.Text;
using Genie.Genuine.Identities;
using Genie.Testing;

namespace Genie.Datagrams.Genuine.Tests;

public sealed class ReadmeTests
{
    [Fact]
    public async Task The_example_of_the_README_connects()
    {
        var game = new Game();
        using var identity = IdentityKeyPair.Generate();                 // kept by ExportSeed
        var host = new DatagramOptions { Security = GenuineSecurity.ForServer(identity) };
        var guest = new DatagramOptions { Security = GenuineSecurity.ForClient(new PublicIdentity(identity.Public.Key)) };
        using var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), game, host);
        using var client = DatagramEndpoint.OpenClient(new Game(), guest);
        server.Start();
        client.Start();
        client.Connect(server.LocalAddress.ToEndPoint()).Send("fire"u8, DeliveryMode.ReliableOrdered);
        Console.WriteLine(await game.Heard.WaitAsync(TimeSpan.FromSeconds(30)));
        Assert.Equal("fire", await game.Heard);
        ReadmeExample.AssertStandsIn("GenieDotNet/Genie.Datagrams.Genuine/README.md");
    }

    internal sealed class Game : IDatagramHandler
    {
        private readonly TaskCompletionSource<string> _heard = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task<string> Heard => _heard.Task;

        public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info) => _heard.TrySetResult(Encoding.UTF8.GetString(message));
    }
}
