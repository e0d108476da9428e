using System.Net;
using System.Net.Sockets;
using Genie.Datagrams.Protocol;
using Genie.Datagrams.Simulation;
using Genie.Datagrams.Udp;

namespace Genie.Datagrams.Tests;

public sealed class HandshakeTests
{
    [Fact]
    public void Spoofed_hellos_leave_nothing_behind_and_are_not_amplified()
    {
        const int hellos = 50_000;
        var hello = new byte[64];
        var writer = new WireWriter(hello);
        HandshakeFormat.WriteHello(ref writer, nonce: 5);
        var socket = new StillSocket(hello) { Left = 1_000 };
        using var endpoint = new UdpEndpoint(socket, new RecordingHandler(), new DatagramOptions(), isListening: true);
        while (socket.Left > 0) endpoint.Poll();
        var (before, sentBefore) = (GC.GetAllocatedBytesForCurrentThread(), socket.BytesSent);
        socket.Left = hellos;
        while (socket.Left > 0) endpoint.Poll();
        Assert.True(GC.GetAllocatedBytesForCurrentThread() - before < hellos, "something is kept or made for each");
        Assert.InRange(socket.BytesSent - sentBefore, hellos, hellos * hello.Length);
        Assert.Equal(0, endpoint.ConnectionCount);
    }

    [Fact]
    public async Task Strangers_are_answered_one_a_poll_after_connections()
    {
        using var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), new RecordingHandler(echoes: true));
        var handler = new RecordingHandler();
        using var client = DatagramEndpoint.OpenClient(handler, null, new IPEndPoint(IPAddress.Loopback, 0));
        var connection = client.Connect(server.LocalAddress.ToEndPoint());
        while (connection.State == ConnectionState.Connecting) _ = client.Poll() + server.Poll();
        while (server.Poll() > 0)
        {
            // What the handshake has left.
        }

        using var stranger = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        stranger.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        var hello = new byte[64];
        for (ulong nonce = 1; nonce <= 5; nonce++) stranger.SendTo(Hello(nonce), server.LocalAddress.ToEndPoint());
        connection.Send([1, 2, 3], DeliveryMode.ReliableOrdered);
        server.Poll();
        client.Poll();
        Assert.Equal([1, 2, 3], Assert.Single(handler.Messages).Bytes);

        // One answer is there at once, and the others follow without anything more that comes.
        var answer = new byte[64];
        stranger.ReceiveTimeout = 10_000;
        Assert.Equal(33, stranger.Receive(answer));
        for (var more = 2; more <= 5; more++)
        {
            Assert.Equal(0, stranger.Available);
            server.Wait(TimeSpan.FromMinutes(10));
            server.Poll();
            Assert.Equal(33, stranger.Receive(answer));
        }

        byte[] Hello(ulong nonce)
        {
            var writer = new WireWriter(hello);
            HandshakeFormat.WriteHello(ref writer, nonce);
            return hello;
        }
    }

    [Fact]
    public void A_cookie_holds_for_its_address_and_for_ten_seconds()
    {
        var cookies = new HandshakeCookie();
        var address = DatagramAddress.From(new IPEndPoint(IPAddress.Loopback, 4));
        var cookie = new byte[HandshakeCookie.Bytes];
        cookies.Write(address, 7, 1_000, cookie);
        Assert.True(cookies.IsValid(address, 7, 1_500, cookie));
        Assert.False(cookies.IsValid(address with { Port = 5 }, 7, 1_500, cookie));
        Assert.False(cookies.IsValid(address, 8, 1_500, cookie));
        Assert.False(cookies.IsValid(address, 7, 11_000_000, cookie));
        Assert.False(new HandshakeCookie().IsValid(address, 7, 1_500, cookie));
        cookie[^1] ^= 1;
        Assert.False(cookies.IsValid(address, 7, 1_500, cookie));
    }

    [Fact]
    public void A_full_endpoint_and_nobody_there_are_told_apart()
    {
        var network = new SimulatedNetwork(NetworkConditions.Continental, seed: 2);
        var server = network.Open(new RecordingHandler(), new DatagramOptions { MaxConnections = 1 }, isListening: true);
        var handler = new RecordingHandler();
        var client = network.Open(handler);
        client.Connect(server.LocalAddress.ToEndPoint());
        network.RunFor(TimeSpan.FromSeconds(1));
        client.Connect(server.LocalAddress.ToEndPoint());
        network.RunFor(TimeSpan.FromSeconds(1));
        client.Connect(new IPEndPoint(IPAddress.Parse("10.9.9.9"), 1));
        network.RunFor(TimeSpan.FromSeconds(10));
        Assert.Equal([DisconnectReason.Full, DisconnectReason.NoAnswer], handler.Disconnected.Select(end => end.Reason));
        Assert.Equal(1, client.ConnectionCount);
    }

    [Fact]
    public void A_hello_of_another_version_is_refused()
    {
        var network = new SimulatedNetwork(NetworkConditions.Lan, seed: 3);
        var server = network.Open(new RecordingHandler(), isListening: true);
        var hello = new byte[64];
        var writer = new WireWriter(hello);
        HandshakeFormat.WriteHello(ref writer, nonce: 5);
        hello[5] ^= 0x40;
        var before = network.DatagramsSent;
        network.Inject(hello, new IPEndPoint(IPAddress.Parse("10.9.9.9"), 1), server.LocalAddress.ToEndPoint());
        network.RunFor(TimeSpan.FromMilliseconds(10));
        Assert.Equal(before + 2, network.DatagramsSent);
    }

    [Fact]
    public void A_hello_whose_version_was_damaged_is_sent_again_and_one_of_another_version_ends_the_attempt()
    {
        foreach (var isDamaged in new[] { true, false })
        {
            var network = new SimulatedNetwork(NetworkConditions.Lan, seed: 4);
            var hellos = 0;
            network.Filter = (datagram, _, _) =>
            {
                if (datagram[0] == PacketFormat.Hello && hellos++ == 0 && isDamaged) datagram[5] ^= 0x40;

                // As an endpoint of another version would have it.
                if (datagram[0] == PacketFormat.Challenge && !isDamaged) (datagram[0], datagram[9], datagram[10], datagram[11], datagram[12]) = (PacketFormat.Refuse, (byte)DisconnectReason.VersionMismatch, 1, 0, PacketFormat.Version);
                return true;
            };
            var handler = new RecordingHandler();
            var link = network.Open(handler).Connect(network.Open(new RecordingHandler(), isListening: true).LocalAddress.ToEndPoint());
            network.RunFor(TimeSpan.FromSeconds(2));
            if (isDamaged) Assert.Equal((ConnectionState.Connected, 2), (link.State, hellos));
            else Assert.Equal(DisconnectReason.VersionMismatch, Assert.Single(handler.Disconnected).Reason);
        }
    }
}
