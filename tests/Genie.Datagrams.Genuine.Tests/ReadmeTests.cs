using System.Net;
using Genie.Genuine.Identities;
using Genie.Testing;

namespace Genie.Datagrams.Genuine.Tests;

public sealed class ReadmeTests
{
    [Fact]
    public void The_example_of_the_README_connects()
    {
        using var identity = IdentityKeyPair.Generate();                 // kept by ExportSeed
        var host = new DatagramOptions { Security = GenuineSecurity.ForServer(identity) };
        var guest = new DatagramOptions { Security = GenuineSecurity.ForClient(new PublicIdentity(identity.Public.Key)) };
        using var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), new Game(), host);
        using var client = DatagramEndpoint.OpenClient(new Game(), guest);
        server.Start();
        client.Start();
        client.Connect(server.LocalAddress.ToEndPoint());
        Assert.True(SpinWait.SpinUntil(() => server.ConnectionCount == 1 && client.ConnectionCount == 1, TimeSpan.FromSeconds(30)));
        ReadmeExample.AssertStandsIn("GenieDotNet/Genie.Datagrams.Genuine/README.md");
    }

    private sealed class Game : IDatagramHandler
    {
        public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info)
        {
        }
    }
}
