using System.Net;
using System.Security.Cryptography;
using System.Text;
using Genie.Datagrams.Lz4;
using Genie.Datagrams.Simulation;
using Genie.Testing;

namespace Genie.Datagrams.Tests;

public sealed class ReadmeTests
{
    [Fact]
    public async Task The_examples_of_the_README_run()
    {
        var game = new Game();
        var options = new DatagramOptions { Transport = DatagramTransport.Udp, ConnectTimeout = TimeSpan.FromSeconds(30) };
        using var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), game, options);
        using var client = DatagramEndpoint.OpenClient(new Game(), options);
        server.Start();
        client.Start();
        var connection = client.Connect(server.LocalAddress.ToEndPoint(), handshakeData: "player 7"u8);
        connection.Send("x=1 y=2"u8, DeliveryMode.Sequenced);
        connection.Send("fire"u8, DeliveryMode.ReliableOrdered, channel: 1);
        await game.Fired.WaitAsync(TimeSpan.FromSeconds(30));

        var network = new SimulatedNetwork(NetworkConditions.Mobile, seed: 7);
        var host = network.Open(game, isListening: true);
        var phone = network.Open(new Game()).Connect(host.LocalAddress.ToEndPoint());
        phone.Send("fire"u8, DeliveryMode.ReliableOrdered);
        network.RunFor(TimeSpan.FromMinutes(1));
        Assert.Equal(0, phone.QueuedBytes);
    }

    [Fact]
    public void A_connection_of_the_README_bears_a_shaky_network()
    {
        var shaky = new DatagramOptions { Conditions = NetworkConditions.Mobile with { Loss = 0.01 } };
        AssertCarries(new DatagramOptions(), shaky);
    }

    [Fact]
    public void An_encrypted_connection_of_the_README_is_made()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var identity = ServerIdentity.FromKey(key);                                            // or FromCertificate
        var host = new DatagramOptions { Security = new DatagramSecurity { Identity = identity } };
        var guest = new DatagramOptions
        {
            Security = new DatagramSecurity { Trust = ServerTrust.ForKey(identity.PublicKey.Span) },  // or ForName("game.example")
            Compressors = [new BrotliCompressor()],
        };
        AssertCarries(host with { Compressors = guest.Compressors }, guest);
    }

    [Fact]
    public async Task A_message_goes_by_LZ4()
    {
        var (game, map) = (new Listener(), string.Join(',', Enumerable.Range(0, 1_000)));
        var options = new DatagramOptions { Compressors = [new Lz4Compressor(), new BrotliCompressor()] };
        using var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), game, options);
        using var client = DatagramEndpoint.OpenClient(new Listener(), options);
        server.Start();
        client.Start();
        client.Connect(server.LocalAddress.ToEndPoint()).Send(Encoding.UTF8.GetBytes(map), DeliveryMode.ReliableOrdered);
        Console.WriteLine((await game.Heard.WaitAsync(TimeSpan.FromSeconds(30))).Length);
        Assert.Equal(map, await game.Heard);
    }

    [Fact]
    public void They_stand_in_this_test()
    {
        ReadmeExample.AssertStandsIn("GenieDotNet/Genie.Datagrams/README.md");
        ReadmeExample.AssertStandsIn("GenieDotNet/Genie.Datagrams.Lz4/README.md");
    }

    private static void AssertCarries(DatagramOptions host, DatagramOptions guest)
    {
        var game = new Counter();
        using var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), game, host);
        using var client = DatagramEndpoint.OpenClient(new Game(), guest);
        server.Start();
        client.Start();
        client.Connect(server.LocalAddress.ToEndPoint()).Send(new byte[1_000], DeliveryMode.ReliableOrdered);
        Assert.True(SpinWait.SpinUntil(() => game.Received > 0, TimeSpan.FromSeconds(30)));
    }

    internal sealed class Game : IDatagramHandler
    {
        private readonly TaskCompletionSource _fired = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task Fired => _fired.Task;

        public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info)
        {
            Console.WriteLine($"{info.Mode}: {Encoding.UTF8.GetString(message)}");
            if (info.Mode == DeliveryMode.ReliableOrdered) _fired.TrySetResult();
        }
    }

    internal sealed class Listener : IDatagramHandler
    {
        private readonly TaskCompletionSource<string> _heard = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task<string> Heard => _heard.Task;

        public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info) => _heard.TrySetResult(Encoding.UTF8.GetString(message));
    }

    private sealed class Counter : IDatagramHandler
    {
        private volatile int _received;

        public int Received => _received;

        public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info) => _received++;
    }
}
