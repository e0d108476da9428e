using System.Net;
using Genie.Datagrams.Tests;
using LiteNetLib;

namespace Genie.Datagrams.LiteNetLib.Tests;

/// <summary>How connections begin and end.</summary>
public sealed class LifeTests
{
    private static readonly byte[] LongData = [.. Enumerable.Range(0, DatagramOptions.MaxHandshakeDataBytes).Select(i => (byte)i)];

    [Fact]
    public void Handshakes_carry_as_much_data_as_is_allowed()
    {
        using var pair = new LitePair(new RecordingHandler { Decides = data => (data is [9], LongData) });
        pair.Client.Connect(pair.Server.LocalAddress.ToEndPoint(), LongData);
        LitePair.WaitFor(() => pair.ClientHandler.Connected.Count == 1 && pair.ServerHandler.Connected.Count == 1);
        Assert.Equal(LongData, pair.ServerHandler.Connected.First().Data);
        Assert.Equal(LongData, pair.ClientHandler.Connected.First().Data);
        pair.Client.Connect(pair.Server.LocalAddress.ToEndPoint(), [9]);
        LitePair.WaitFor(() => pair.ClientHandler.Disconnected.Count == 1);
        Assert.Equal(DisconnectReason.Refused, pair.ClientHandler.Disconnected.First().Reason);
        Assert.Equal(LongData, pair.ClientHandler.Disconnected.First().Data);
    }

    [Fact]
    public void An_endpoint_has_several_connections_to_one_address_and_a_server_has_a_bound()
    {
        using var pair = new LitePair(new(echoes: true), serverOptions: LitePair.Options with { MaxConnections = 5 });
        var links = Enumerable.Range(0, 5).Select(_ => pair.Connect()).ToList();
        for (var i = 0; i < links.Count; i++) links[i].Send([(byte)i], DeliveryMode.ReliableOrdered);
        LitePair.WaitFor(() => pair.ClientHandler.Messages.Count == 5);
        Assert.All(pair.ClientHandler.Messages, message => Assert.Equal(links.IndexOf(message.Connection), message.Bytes[0]));
        Assert.Equal((5, 5), (pair.Client.ConnectionCount, pair.Server.ConnectionCount));
        pair.Client.Connect(pair.Server.LocalAddress.ToEndPoint());
        LitePair.WaitFor(() => pair.ClientHandler.Disconnected.Count == 1);
        Assert.Equal(DisconnectReason.Full, pair.ClientHandler.Disconnected.First().Reason);
        links[2].Disconnect();
        LitePair.WaitFor(() => pair.ServerHandler.Disconnected.Count == 1);
        pair.Connect();
        Assert.Equal(5, pair.Server.ConnectionCount);
    }

    [Fact]
    public void Endpoints_that_listen_connect_to_each_other_at_once_by_connections_of_their_own()
    {
        using var pair = new LitePair();
        using var other = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), pair.ClientHandler, LitePair.Options);
        other.Start();
        pair.Server.Connect(other.LocalAddress.ToEndPoint());
        other.Connect(pair.Server.LocalAddress.ToEndPoint());
        LitePair.WaitFor(() => pair.ServerHandler.Connected.Count == 2 && pair.ClientHandler.Connected.Count == 2);
        Assert.Equal((2, 2), (pair.Server.ConnectionCount, other.ConnectionCount));
    }

    [Fact]
    public void Who_is_not_answered_or_not_heard_learns_it_by_the_time_out()
    {
        using var pair = new LitePair(clientOptions: LitePair.Options with { ConnectTimeout = TimeSpan.FromMilliseconds(300) });
        using var relay = new LossyRelay(pair.Server.LocalAddress, seed: 1) { Loss = 1 };
        var link = pair.Client.Connect(relay.Address);
        link.Send([1], DeliveryMode.ReliableOrdered);
        LitePair.WaitFor(() => pair.ClientHandler.Disconnected.Count == 1);
        Assert.Equal((DisconnectReason.NoAnswer, DisconnectReason.NoAnswer), (pair.ClientHandler.Disconnected.First().Reason, link.EndReason));
        Assert.Empty(pair.ServerHandler.Connected);

        using var quiet = DatagramEndpoint.OpenClient(pair.ClientHandler, LitePair.Options with { IdleTimeout = TimeSpan.FromSeconds(2), KeepAliveInterval = TimeSpan.FromMilliseconds(100) });
        quiet.Start();
        relay.Loss = 0;
        quiet.Connect(relay.Address);
        LitePair.WaitFor(() => pair.ClientHandler.Connected.Count == 1);
        relay.Loss = 1;
        LitePair.WaitFor(() => pair.ClientHandler.Disconnected.Count == 2);
        Assert.Equal(DisconnectReason.Timeout, pair.ClientHandler.Disconnected.Last().Reason);
        Assert.Equal(0, quiet.ConnectionCount);
    }

    [Fact]
    public void A_server_that_has_restarted_does_not_know_its_clients()
    {
        var handler = new RecordingHandler();
        using var client = DatagramEndpoint.OpenClient(handler, LitePair.Options);
        client.Start();
        var first = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), new RecordingHandler(), LitePair.Options);
        first.Start();
        using var relay = new LossyRelay(first.LocalAddress, seed: 1);
        client.Connect(relay.Address);
        LitePair.WaitFor(() => handler.Connected.Count == 1);
        relay.Loss = 1;
        first.Dispose();
        using var second = DatagramEndpoint.Listen(first.LocalAddress.ToEndPoint(), new RecordingHandler(), LitePair.Options);
        second.Start();
        relay.Loss = 0;
        LitePair.WaitFor(() => handler.Disconnected.Count == 1);
        Assert.Equal(DisconnectReason.Reset, handler.Disconnected.First().Reason);
    }

    [Fact]
    public void A_handler_that_throws_loses_its_connection_and_no_other()
    {
        Exception? failure = null;
        var server = new RecordingHandler { OnReceived = static (_, bytes) => ThrowIf(bytes[0] == 1) };
        using var pair = new LitePair(server, serverOptions: LitePair.Options with { HandlerFailed = (_, error) => { failure = error; throw new NotSupportedException("A callback that throws ends nothing."); } });
        var (bad, good) = (pair.Connect(), pair.Connect());
        bad.Send([1], DeliveryMode.ReliableOrdered);
        LitePair.WaitFor(() => pair.ClientHandler.Disconnected.Count == 1 && pair.ServerHandler.Disconnected.Count == 1);
        Assert.Equal("on purpose", failure?.Message);
        Assert.Equal((DisconnectReason.ProtocolViolation, DisconnectReason.ProtocolViolation), (pair.ClientHandler.Disconnected.First().Reason, pair.ServerHandler.Disconnected.First().Reason));
        good.Send([2], DeliveryMode.ReliableOrdered);
        LitePair.WaitFor(() => pair.ServerHandler.Messages.Count == 2);
        Assert.Equal(ConnectionState.Connected, good.State);
    }

    [Fact]
    public void A_connection_that_is_given_up_before_it_stands_ends_here_at_once()
    {
        using var pair = new LitePair();
        using var relay = new LossyRelay(pair.Server.LocalAddress, seed: 1) { Loss = 1 };
        var link = pair.Client.Connect(relay.Address);
        Assert.Equal(ConnectionState.Connecting, link.State);
        link.Disconnect();
        LitePair.WaitFor(() => pair.ClientHandler.Disconnected.Count == 1);
        Assert.Equal(DisconnectReason.Local, link.EndReason);
        Assert.Empty(pair.ClientHandler.Connected);
    }

    [Fact]
    public void Another_program_with_LiteNetLib_is_refused_and_garbage_ends_a_connection()
    {
        using var pair = new LitePair();
        var events = new EventBasedNetListener();
        byte[]? refusal = null;
        events.PeerDisconnectedEvent += (_, info) => refusal = [(byte)info.Reason, .. info.AdditionalData.GetRemainingBytes()];
        var manager = new NetManager(events) { IPv6Enabled = false, ChannelsCount = 64 };
        manager.StartInManualMode(IPAddress.Loopback, IPAddress.IPv6None, 0);
        manager.Connect(pair.Server.LocalAddress.ToEndPoint(), "a key of its own");
        LitePair.WaitFor(() =>
        {
            manager.PollEvents();
            return refusal is not null;
        });
        Assert.Equal([(byte)global::LiteNetLib.DisconnectReason.ConnectionRejected, (byte)DisconnectReason.VersionMismatch], refusal!);

        refusal = null;
        var peer = manager.Connect(pair.Server.LocalAddress.ToEndPoint(), LiteNetFormat.Hello(1_000, default));
        LitePair.WaitFor(() =>
        {
            manager.PollEvents();
            manager.ManualUpdate(1);
            if (peer.ConnectionState == global::LiteNetLib.ConnectionState.Connected) peer.Send([77, 0, 0], DeliveryMethod.ReliableOrdered);
            return refusal is not null;
        });
        Assert.Equal([(byte)global::LiteNetLib.DisconnectReason.RemoteConnectionClose, (byte)DisconnectReason.ProtocolViolation], refusal!);

        // The other program may have heard of it before this side's handler has.
        LitePair.WaitFor(() => !pair.ServerHandler.Disconnected.IsEmpty);
        Assert.Equal(DisconnectReason.ProtocolViolation, pair.ServerHandler.Disconnected.Last().Reason);
        manager.Stop();
    }

    [Fact]
    public void A_game_loop_polls_and_what_is_gathered_leaves_when_it_says_so()
    {
        var options = LitePair.Options with { SendImmediately = false };
        var (serverHandler, clientHandler) = (new RecordingHandler(), new RecordingHandler());
        using var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), serverHandler, options);
        using var client = DatagramEndpoint.OpenClient(clientHandler, options);
        var link = client.Connect(server.LocalAddress.ToEndPoint());
        LitePair.WaitFor(() => client.Poll() + server.Poll() == 0 && clientHandler.Connected.Count == 1);
        link.Send([1], DeliveryMode.ReliableOrdered);
        link.Send([2], DeliveryMode.Unreliable);
        server.Wait(TimeSpan.FromMilliseconds(50));
        Assert.Equal((0, 2), (server.Poll(), link.QueuedBytes));
        client.Flush();
        LitePair.WaitFor(() => server.Poll() == 0 && serverHandler.Messages.Count == 2);
        LitePair.WaitFor(() => client.Poll() + server.Poll() == 0 && link.QueuedBytes == 0);
        client.Dispose();
        Assert.Equal(DisconnectReason.Local, clientHandler.Disconnected.Single().Reason);
        Assert.Throws<ObjectDisposedException>(() => client.Connect(server.LocalAddress.ToEndPoint()));
        Assert.Equal(0, client.Poll());
    }

    private static void ThrowIf(bool isBad)
    {
        if (isBad) throw new InvalidOperationException("on purpose");
    }
}
