using System.Buffers.Binary;
using Genie.Datagrams.Rpc.Tests;
using Xunit.Abstractions;

namespace Genie.Datagrams.LiteNetLib.Tests;

/// <summary>What is promised for messages, over sockets that lose, double and reorder.</summary>
public sealed class DeliveryTests(ITestOutputHelper output)
{
    [Fact]
    public void Reliable_messages_of_all_channels_arrive_once_and_ordered_ones_in_order()
    {
        var random = new Random(Seeds.Next(output));
        using var pair = new LitePair();
        using var relay = new LossyRelay(pair.Server.LocalAddress, random.Next()) { Loss = 0.1, Doubled = 0.1, HeldBack = 0.2 };
        var link = pair.Connect(relay.Address);
        const int Count = 2_000;
        var next = new Dictionary<(DeliveryMode, byte), int>();
        for (var i = 0; i < Count; i++)
        {
            var mode = random.Next(2) == 0 ? DeliveryMode.ReliableOrdered : DeliveryMode.ReliableUnordered;
            var channel = (byte)random.Next(256);
            var number = next[(mode, channel)] = next.GetValueOrDefault((mode, channel)) + 1;
            link.Send(Message(number, random.Next(20) == 0 ? random.Next(8_000) : random.Next(100)), mode, channel);
        }

        LitePair.WaitFor(() => pair.ServerHandler.Messages.Count >= Count);
        LitePair.WaitFor(() => link.QueuedBytes == 0);
        Assert.Equal(Count, pair.ServerHandler.Messages.Count);
        foreach (var channel in pair.ServerHandler.Messages.GroupBy(message => message.Info))
        {
            var numbers = channel.Select(message => Number(message.Bytes)).ToList();
            if (channel.Key.Mode == DeliveryMode.ReliableUnordered) numbers.Sort();
            Assert.Equal(Enumerable.Range(1, next[(channel.Key.Mode, channel.Key.Channel)]), numbers);
        }
    }

    /// <summary>Those that are too large for a datagram go another way than small ones, and may be overtaken by them.</summary>
    [Fact]
    public void Sequenced_messages_of_all_sizes_never_go_back_and_the_last_one_arrives_if_it_is_large()
    {
        var random = new Random(Seeds.Next(output));
        using var pair = new LitePair();
        using var relay = new LossyRelay(pair.Server.LocalAddress, random.Next()) { Loss = 0.1, Doubled = 0.1, HeldBack = 0.3 };
        var link = pair.Connect(relay.Address);
        byte[] channels = [0, 1, 65, 255];
        for (var i = 1; i <= 500; i++)
        {
            foreach (var channel in channels) link.Send(Message(i, i == 500 || random.Next(4) == 0 ? random.Next(1_200, 5_000) : random.Next(1_000)), DeliveryMode.Sequenced, channel);
            if (i % 10 == 0) LitePair.WaitFor(() => link.QueuedBytes < 20_000);
        }

        foreach (var channel in channels)
        {
            LitePair.WaitFor(() => pair.ServerHandler.Messages.Any(message => message.Info.Channel == channel && Number(message.Bytes) == 500));
            var numbers = pair.ServerHandler.Messages.Where(message => message.Info.Channel == channel).Select(message => Number(message.Bytes)).ToList();
            Assert.Equal(numbers.Distinct().Order(), numbers);
            Assert.InRange(numbers.Count, 2, 500);
        }
    }

    [Fact]
    public void Unreliable_messages_arrive_once_at_most_however_often_the_network_doubles_them()
    {
        var random = new Random(Seeds.Next(output));
        using var pair = new LitePair();
        using var relay = new LossyRelay(pair.Server.LocalAddress, random.Next()) { Doubled = 0.5, HeldBack = 0.3 };
        var link = pair.Connect(relay.Address);
        for (var i = 0; i < 500; i++) link.Send(Message(i, random.Next(10) == 0 ? 3_000 : 50), DeliveryMode.Unreliable, channel: 3);
        link.Send([1, 2, 3, 4], DeliveryMode.ReliableOrdered);
        LitePair.WaitFor(() => link.QueuedBytes == 0 && pair.ServerHandler.Messages.Any(message => message.Info.Mode == DeliveryMode.ReliableOrdered));
        var numbers = pair.ServerHandler.Messages.Where(message => message.Info.Mode == DeliveryMode.Unreliable).Select(message => Number(message.Bytes)).ToList();
        Assert.Equal(numbers.Distinct().Count(), numbers.Count);
        Assert.InRange(numbers.Count, 100, 500);
        Assert.All(pair.ServerHandler.Messages.Where(message => message.Info.Mode == DeliveryMode.Unreliable), message => Assert.Equal(3, message.Info.Channel));
    }

    [Fact]
    public void Disconnect_delivers_what_was_sent_before_it()
    {
        var seed = Seeds.Next(output);
        using var pair = new LitePair();
        using var relay = new LossyRelay(pair.Server.LocalAddress, seed) { Loss = 0.2 };
        var link = pair.Connect(relay.Address);
        for (var i = 1; i <= 200; i++) link.Send(Message(i, i % 10 == 0 ? 3_000 : 300), DeliveryMode.ReliableOrdered, (byte)i);
        var farewell = new byte[DatagramOptions.MaxHandshakeDataBytes];
        farewell[^1] = 5;
        link.Disconnect(farewell);
        Assert.Throws<ConnectionClosedException>(() => link.Send([1], DeliveryMode.ReliableOrdered));
        LitePair.WaitFor(() => pair.ServerHandler.Disconnected.Count == 1 && pair.ClientHandler.Disconnected.Count == 1);
        Assert.Equal(200, pair.ServerHandler.Messages.Count);
        Assert.Equal((DisconnectReason.Remote, (byte)5), (pair.ServerHandler.Disconnected.First().Reason, pair.ServerHandler.Disconnected.First().Data[^1]));
        Assert.Equal(DisconnectReason.Local, pair.ClientHandler.Disconnected.First().Reason);
    }

    [Fact]
    public void The_sender_learns_of_reliable_messages_and_large_ones_what_became_of_them()
    {
        using var pair = new LitePair();
        using var relay = new LossyRelay(pair.Server.LocalAddress, seed: 1);
        var link = pair.Connect(relay.Address);
        long[] arrived = [link.Send([1], DeliveryMode.ReliableOrdered), link.Send([2], DeliveryMode.ReliableUnordered), link.Send(new byte[50_000], DeliveryMode.ReliableOrdered, 7), link.Send(new byte[2_000], DeliveryMode.Unreliable)];
        LitePair.WaitFor(() => arrived.All(id => link.GetDelivery(id) == DeliveryState.Received));
        Assert.Equal(0, link.QueuedBytes);

        // Of what is sent once and fits a datagram nothing is ever known.
        var once = link.Send([3], DeliveryMode.Unreliable);
        LitePair.WaitFor(() => pair.ServerHandler.Messages.Count == 5);
        Assert.Equal(DeliveryState.Pending, link.GetDelivery(once));
        Assert.Equal(DeliveryState.Unknown, link.GetDelivery(once + 1));
        relay.Loss = 1;
        var lost = link.Send([4], DeliveryMode.ReliableOrdered);
        Assert.Equal((DeliveryState.Pending, 1), (link.GetDelivery(lost), link.QueuedBytes));
        pair.Client.Dispose();
        Assert.Equal(DeliveryState.Lost, link.GetDelivery(lost));
    }

    [Fact]
    public void A_connection_that_does_not_drain_is_full()
    {
        using var pair = new LitePair(clientOptions: LitePair.Options with { MaxQueuedBytes = 100_000 });
        using var relay = new LossyRelay(pair.Server.LocalAddress, seed: 1);
        var link = pair.Connect(relay.Address);
        relay.Loss = 1;
        for (var i = 0; i < 100; i++) link.Send(new byte[1_000], DeliveryMode.ReliableOrdered);
        Assert.True(Assert.Throws<SendQueueFullException>(() => link.Send([1], DeliveryMode.ReliableOrdered)).IsTransient);
        Assert.Equal(100_000, link.QueuedBytes);
        relay.Loss = 0;
        LitePair.WaitFor(() => pair.ServerHandler.Messages.Count == 100 && link.QueuedBytes == 0);
        Assert.Throws<MessageTooLargeException>(() => link.Send(new byte[LitePair.Options.MaxMessageBytes + 1], DeliveryMode.ReliableOrdered));
    }

    [Fact]
    public void Messages_from_many_threads_arrive_once()
    {
        using var pair = new LitePair(new(echoes: true));
        var link = pair.Connect();
        const int Each = 2_000;
        Parallel.For(0, 8, thread =>
        {
            for (var i = 0; i < Each; i++) link.Send(Message((thread * Each) + i, 10), DeliveryMode.ReliableOrdered, (byte)thread);
        });
        LitePair.WaitFor(() => pair.ClientHandler.Messages.Count >= 8 * Each);
        Assert.All(pair.ClientHandler.Messages.GroupBy(message => message.Info.Channel), channel =>
            Assert.Equal(Enumerable.Range(channel.Key * Each, Each), channel.Select(message => Number(message.Bytes))));
        Assert.Equal(8 * Each, link.GetStatistics().MessagesSent);
        Assert.Equal(8 * Each, link.GetStatistics().MessagesReceived);
        Assert.InRange(link.GetStatistics().BytesSent, 8 * Each * 10, long.MaxValue);
    }

    private static byte[] Message(int number, int length)
    {
        var message = new byte[Math.Max(sizeof(int), length)];
        BinaryPrimitives.WriteInt32LittleEndian(message, number);
        return message;
    }

    private static int Number(byte[] message) => BinaryPrimitives.ReadInt32LittleEndian(message);
}
