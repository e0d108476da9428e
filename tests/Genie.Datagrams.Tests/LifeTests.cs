using Genie.Datagrams.Simulation;

namespace Genie.Datagrams.Tests;

public sealed class LifeTests
{
    public static TheoryData<string> Kinds => TestSecurity.AllKinds;

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Keep_alives_hold_an_idle_connection_and_silence_ends_it(string kind)
    {
        var pair = new SimulatedPair(NetworkConditions.Continental, seed: 1, kind);
        pair.Network.RunFor(TimeSpan.FromMinutes(5));
        Assert.Equal(ConnectionState.Connected, pair.Link.State);
        pair.Network.SetConditions(NetworkConditions.Continental with { Loss = 1 });
        pair.Network.RunFor(TimeSpan.FromSeconds(12));
        Assert.Equal(DisconnectReason.Timeout, Assert.Single(pair.ClientHandler.Disconnected).Reason);
        Assert.Equal(DisconnectReason.Timeout, Assert.Single(pair.ServerHandler.Disconnected).Reason);
        Assert.Equal((0, 0), (pair.Server.ConnectionCount, pair.Client.ConnectionCount));
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Disconnect_delivers_what_was_sent_before_it(string kind)
    {
        for (var seed = 0; seed < 20; seed++)
        {
            var pair = new SimulatedPair(NetworkConditions.Continental with { Loss = 0.2 }, seed, kind);
            for (var i = 0; i < 50; i++) pair.Link.Send(new byte[500], DeliveryMode.ReliableOrdered);
            pair.Link.Disconnect([5]);
            Assert.True(pair.Network.RunUntil(() => pair.ServerHandler.Disconnected.Count + pair.ClientHandler.Disconnected.Count == 2, TimeSpan.FromSeconds(20)), $"seed {seed}");
            Assert.Equal(50, pair.ServerHandler.Messages.Count);
            Assert.Equal((DisconnectReason.Remote, (byte)5), (pair.ServerHandler.Disconnected.First().Reason, pair.ServerHandler.Disconnected.First().Data[0]));
            Assert.Equal(DisconnectReason.Local, pair.ClientHandler.Disconnected.First().Reason);
        }
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void An_outage_shorter_than_the_idle_timeout_loses_nothing_reliable(string kind)
    {
        for (var seed = 0; seed < 20; seed++)
        {
            var (pair, looks) = (new SimulatedPair(NetworkConditions.Mobile, seed, kind), 0);
            pair.Network.SetConditions(NetworkConditions.Mobile with { Loss = 1 });
            for (var i = 0; i < 60; i++)
            {
                pair.Link.Send(new byte[500], DeliveryMode.ReliableOrdered);
                pair.Network.RunUntil(() => looks++ < 0, TimeSpan.FromMilliseconds(100));
            }

            // With a full window nothing is due at once that cannot be done: it would keep a processor busy.
            Assert.True(looks < 1_000, $"{looks} looks at the endpoints in 6 s, seed {seed}");

            pair.Network.SetConditions(NetworkConditions.Mobile);
            Assert.True(
                pair.Network.RunUntil(() => pair.ServerHandler.Messages.Count == 60, TimeSpan.FromSeconds(20)),
                $"{pair.ServerHandler.Messages.Count} of 60, seed {seed}, {pair.Ends}");
        }
    }

    [Fact]
    public void Larger_datagrams_than_were_agreed_on_are_counted_and_dropped()
    {
        var pair = new SimulatedPair(NetworkConditions.Lan with { MaxDatagramBytes = 9_000 }, seed: 9);
        pair.Network.Inject(new byte[4_000], pair.Client.LocalAddress.ToEndPoint(), pair.Server.LocalAddress.ToEndPoint());
        pair.Network.RunFor(TimeSpan.FromSeconds(1));
        Assert.Equal((1, 0), (pair.Server.OversizedDatagrams, pair.Client.OversizedDatagrams));
        Assert.Equal(ConnectionState.Connected, pair.Link.State);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void A_client_that_changes_its_address_goes_on(string kind)
    {
        var pair = new SimulatedPair(NetworkConditions.Continental, seed: 4, kind);
        var before = pair.Accepted.RemoteAddress;
        pair.Network.Move(pair.Client);
        for (var i = 0; i < 100; i++)
        {
            pair.Link.Send([1], DeliveryMode.ReliableOrdered);
            pair.Accepted.Send([2], DeliveryMode.ReliableOrdered);
            pair.Network.RunFor(TimeSpan.FromMilliseconds(10));
        }

        Assert.True(pair.Network.RunUntil(() => pair.ServerHandler.Messages.Count == 100 && pair.ClientHandler.Messages.Count == 100, TimeSpan.FromSeconds(10)));
        Assert.NotEqual(before, pair.Accepted.RemoteAddress);
        Assert.Equal(pair.Client.LocalAddress, pair.Accepted.RemoteAddress);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void The_path_mtu_is_found_and_a_black_hole_noticed(string kind)
    {
        var options = new DatagramOptions { MaxDatagramBytes = 2_000, SendImmediately = false, Security = TestSecurity.Of(kind) };
        var pair = new SimulatedPair(NetworkConditions.Lan with { MaxDatagramBytes = 1_400 }, seed: 5, options);
        pair.Network.RunFor(TimeSpan.FromSeconds(5));
        Assert.InRange(pair.Link.GetStatistics().MaxDatagramBytes, 1_380, 1_400);
        pair.Network.SetConditions(NetworkConditions.Lan with { MaxDatagramBytes = 1_250 });

        // Two of these fill a packet of the old size.
        for (var i = 0; i < 100; i++) pair.Link.Send(new byte[650], DeliveryMode.ReliableOrdered);
        pair.Client.Flush();
        Assert.True(pair.Network.RunUntil(() => pair.ServerHandler.Messages.Count == 100, TimeSpan.FromSeconds(9)));
        pair.Network.RunFor(TimeSpan.FromSeconds(5));
        Assert.InRange(pair.Link.GetStatistics().MaxDatagramBytes, 1_200, 1_250);
    }

    [Fact]
    public void A_bottleneck_is_filled_and_shared_fairly()
    {
        var network = new SimulatedNetwork(NetworkConditions.Continental with { BytesASecond = 250_000, Loss = 0 }, seed: 6);
        var handler = new RecordingHandler();
        var server = network.Open(handler, isListening: true);
        var link = network.Open(new RecordingHandler()).Connect(server.LocalAddress.ToEndPoint());
        network.RunFor(TimeSpan.FromSeconds(1));
        for (var i = 0; i < 70; i++) link.Send(new byte[100_000], DeliveryMode.ReliableOrdered);
        network.RunFor(TimeSpan.FromSeconds(20));
        var received = handler.Messages.Sum(message => (long)message.Bytes.Length);
        Assert.InRange(received, 250_000L * 20 * 75 / 100, 250_000L * 20);
    }

    [Fact]
    public void A_handler_that_throws_costs_its_connection_and_no_other()
    {
        List<Exception> failures = [];
        var pair = new SimulatedPair(NetworkConditions.Lan, 7, new DatagramOptions { HandlerFailed = (_, error) => { failures.Add(error); throw new NotSupportedException("A callback that throws ends nothing."); } });
        pair.ServerHandler.OnReceived = (_, _) => throw new InvalidOperationException("no");
        pair.Link.Send([1], DeliveryMode.ReliableOrdered);
        pair.Network.RunFor(TimeSpan.FromSeconds(1));
        Assert.IsType<InvalidOperationException>(Assert.Single(failures));
        Assert.Equal(DisconnectReason.ProtocolViolation, Assert.Single(pair.ClientHandler.Disconnected).Reason);
    }

    [Fact]
    public void Limits_are_typed_errors()
    {
        var pair = new SimulatedPair(NetworkConditions.Lan, 8, new DatagramOptions { MaxMessageBytes = 50_000, MaxQueuedBytes = 100_000 });
        Assert.False(Assert.Throws<MessageTooLargeException>(() => pair.Link.Send(new byte[50_001], DeliveryMode.ReliableOrdered)).IsTransient);
        pair.Network.SetConditions(NetworkConditions.Lan with { Loss = 1 });
        pair.Link.Send(new byte[50_000], DeliveryMode.ReliableOrdered);
        pair.Link.Send(new byte[50_000], DeliveryMode.ReliableOrdered);
        Assert.True(Assert.Throws<SendQueueFullException>(() => pair.Link.Send([1], DeliveryMode.ReliableOrdered)).IsTransient);
    }
}
