using System.Net;
using System.Net.Sockets;
using Genie.Datagrams.Simulation;
using Genie.Datagrams.Tcp;

namespace Genie.Datagrams.Tests;

public sealed class TcpListenerTests
{
    private static readonly TimeSpan Bound = TimeSpan.FromMinutes(1);

    [Fact]
    public void Who_connects_and_says_nothing_keeps_nobody_out()
    {
        var options = new DatagramOptions { Transport = DatagramTransport.Tcp, MaxConnections = 2, ConnectTimeout = TimeSpan.FromMinutes(10), IdleTimeout = TimeSpan.FromMinutes(10) };
        using var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), new RecordingHandler(), options);
        server.Start();
        var silent = Enumerable.Range(0, 10).Select(_ => Connect(server)).ToList();
        var handler = new RecordingHandler();
        using var client = DatagramEndpoint.OpenClient(handler, options);
        client.Start();
        client.Connect(server.LocalAddress.ToEndPoint());
        client.Connect(server.LocalAddress.ToEndPoint());
        Assert.True(SpinWait.SpinUntil(() => handler.Connected.Count + handler.Disconnected.Count == 2, Bound));
        Assert.Equal(2, handler.Connected.Count);
        Assert.Equal(2, server.ConnectionCount);

        // And those that do speak count.
        client.Connect(server.LocalAddress.ToEndPoint());
        Assert.True(SpinWait.SpinUntil(() => handler.Disconnected.Count == 1, Bound));
        Assert.Equal(DisconnectReason.Full, handler.Disconnected.First().Reason);
        silent.ForEach(socket => socket.Dispose());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void The_last_message_is_known_to_be_handed_over_without_another_one(bool isEncrypted)
    {
        var options = new DatagramOptions { Transport = DatagramTransport.Tcp, Security = isEncrypted ? TestSecurity.ByKey : null, KeepAliveInterval = TimeSpan.FromHours(1), IdleTimeout = TimeSpan.FromHours(3) };
        using var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), new RecordingHandler(), options);
        server.Start();
        var handler = new RecordingHandler();
        using var client = DatagramEndpoint.OpenClient(handler, options);
        client.Start();
        var connection = client.Connect(server.LocalAddress.ToEndPoint());
        Assert.True(SpinWait.SpinUntil(() => !handler.Connected.IsEmpty, Bound));
        for (var i = 0; i < 3; i++)
        {
            var id = connection.Send([1, 2, 3], DeliveryMode.ReliableOrdered);
            Assert.True(SpinWait.SpinUntil(() => connection.GetDelivery(id) == DeliveryState.Received, Bound));
            Assert.Equal(DeliveryState.Unknown, connection.GetDelivery(id + 1));
        }
    }

    [Fact]
    public void Of_many_that_say_nothing_the_oldest_go()
    {
        var options = new DatagramOptions { Transport = DatagramTransport.Tcp, ConnectTimeout = TimeSpan.FromMinutes(10), IdleTimeout = TimeSpan.FromMinutes(10) };
        using var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), new RecordingHandler(), options);
        server.Start();
        using var oldest = Connect(server);
        oldest.ReceiveTimeout = (int)Bound.TotalMilliseconds;
        var others = Enumerable.Range(0, TcpStrangers.Max).Select(_ => Connect(server)).ToList();

        // They go when they had time to speak, and another one comes.
        Assert.True(SpinWait.SpinUntil(() =>
        {
            others.Add(Connect(server));
            return oldest.Poll(100_000, SelectMode.SelectRead);
        }, Bound));
        Assert.True(HasEnded(oldest));
        Assert.False(others[^1].Poll(0, SelectMode.SelectRead));
        others.ForEach(socket => socket.Dispose());
    }

    [Fact]
    public void Many_that_come_at_once_and_speak_are_all_connected()
    {
        const int Clients = TcpStrangers.Max + 200;
        var options = new DatagramOptions { Transport = DatagramTransport.Tcp, ConnectTimeout = TimeSpan.FromMinutes(1), IdleTimeout = TimeSpan.FromMinutes(10) };
        var handler = new RecordingHandler();
        using var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), handler, options);
        using var client = DatagramEndpoint.OpenClient(new RecordingHandler(), options);
        for (var i = 0; i < Clients; i++) client.Connect(server.LocalAddress.ToEndPoint());
        server.Start();
        client.Start();
        Assert.True(SpinWait.SpinUntil(() => server.ConnectionCount == Clients && client.ConnectionCount == Clients, Bound));
        Assert.Empty(handler.Disconnected);
    }

    [Fact]
    public void A_listener_that_cannot_accept_waits_before_it_tries_again_and_makes_room()
    {
        // Else what is awaited would go on on the thread pool, beside the network's thread.
        SynchronizationContext.SetSynchronizationContext(null);
        var network = new SimulatedNetwork(NetworkConditions.Lan, seed: 1);
        var (attempts, rooms) = (0, 0);
        using var end = new CancellationTokenSource();
        var acceptor = new TcpAcceptor(
            _ =>
            {
                if (++attempts > 1_000) end.Cancel();
                throw new SocketException((int)SocketError.TooManyOpenSockets);
            },
            _ => { },
            () => rooms++,
            network.Time);
        var running = acceptor.RunAsync(end.Token);
        network.RunFor(TimeSpan.FromSeconds(10));
        Assert.InRange(attempts, 5, 20);
        Assert.Equal(attempts, rooms);
        Assert.False(running.IsCompleted);
        end.Cancel();
    }

    private static bool HasEnded(Socket socket)
    {
        try
        {
            return socket.Receive(new byte[1]) == 0;
        }
        catch (SocketException error)
        {
            return error.SocketErrorCode == SocketError.ConnectionReset;
        }
    }

    private static Socket Connect(DatagramEndpoint server)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        socket.Connect(server.LocalAddress.ToEndPoint());
        return socket;
    }
}
