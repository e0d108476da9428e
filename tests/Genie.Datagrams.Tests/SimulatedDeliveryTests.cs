using Genie.Datagrams.Simulation;
using Xunit.Abstractions;

namespace Genie.Datagrams.Tests;

public sealed class SimulatedDeliveryTests(ITestOutputHelper output)
{
    private static readonly NetworkConditions Terrible = new()
    {
        Latency = TimeSpan.FromMilliseconds(20),
        Variance = TimeSpan.FromMilliseconds(10),
        Loss = 0.1,
        Bursts = BurstLoss.Of(0.05, TimeSpan.FromMilliseconds(25)),
        Duplication = 0.05,
        Reordering = 0.05,
    };

    /// <summary>In the clear and with each cipher, each network with a seed of chance (null), and seeds that have ended connections in long bursts.</summary>
    public static TheoryData<string, string, int?> Runs
    {
        get
        {
            var runs = new TheoryData<string, string, int?>();
            foreach (var kind in TestSecurity.Kinds)
            {
                foreach (var name in new[] { "lan", "continental", "international", "mobile", "terrible" }) runs.Add(kind, name, null);
                runs.Add(kind, "terrible", 1605378817);
                runs.Add(kind, "mobile", 299848693);
            }

            return runs;
        }
    }

    public static TheoryData<string> Kinds => TestSecurity.AllKinds;

    [Theory]
    [MemberData(nameof(Runs))]
    public void Reliable_messages_arrive_once_and_in_the_order_of_their_channel(string kind, string name, int? fixedSeed)
    {
        var seed = fixedSeed ?? NewSeed();
        var random = new Random(seed);
        var pair = new SimulatedPair(Named(name), seed, kind);
        var sent = new List<byte[]>[4];
        for (var channel = 0; channel < sent.Length; channel++) sent[channel] = [];
        for (var i = 0; i < 400; i++)
        {
            var channel = random.Next(sent.Length);
            var message = new byte[random.Next(10) == 0 ? random.Next(20_000) : random.Next(100)];
            random.NextBytes(message);
            sent[channel].Add(message);
            pair.Link.Send(message, DeliveryMode.ReliableOrdered, (byte)channel);
            pair.Network.RunFor(TimeSpan.FromMilliseconds(random.Next(5)));
        }

        Assert.True(pair.Network.RunUntil(() => pair.ServerHandler.Messages.Count == 400, TimeSpan.FromMinutes(2)), $"{pair.ServerHandler.Messages.Count} of 400, seed {seed}, {pair.Ends}");
        pair.Network.RunFor(TimeSpan.FromSeconds(2));
        for (var channel = 0; channel < sent.Length; channel++)
        {
            Assert.Equal(sent[channel], pair.ServerHandler.Messages.Where(message => message.Info.Channel == channel).Select(message => message.Bytes));
        }

        Assert.Equal(0, pair.Link.QueuedBytes);
    }

    [Theory]
    [MemberData(nameof(Runs))]
    public void Reliable_messages_without_an_order_arrive_once(string kind, string name, int? fixedSeed)
    {
        var seed = fixedSeed ?? NewSeed();
        var random = new Random(seed);
        var pair = new SimulatedPair(Named(name), seed, kind);
        List<string> sent = [];
        for (var i = 0; i < 400; i++)
        {
            var message = new byte[16 + (random.Next(10) == 0 ? random.Next(20_000) : random.Next(100))];
            random.NextBytes(message);
            sent.Add(Convert.ToHexString(message));
            pair.Accepted.Send(message, DeliveryMode.ReliableUnordered);
            pair.Network.RunFor(TimeSpan.FromMilliseconds(random.Next(5)));
        }

        Assert.True(pair.Network.RunUntil(() => pair.ClientHandler.Messages.Count == 400, TimeSpan.FromMinutes(2)), $"{pair.ClientHandler.Messages.Count} of 400, seed {seed}, {pair.Ends}");
        pair.Network.RunFor(TimeSpan.FromSeconds(2));
        Assert.Equal(sent.Order(), pair.ClientHandler.Messages.Select(message => Convert.ToHexString(message.Bytes)).Order());
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void A_loss_in_one_channel_does_not_hold_up_another(string kind)
    {
        var pair = new SimulatedPair(NetworkConditions.Continental with { Loss = 0 }, seed: 1, kind);
        pair.Network.SetConditions(NetworkConditions.Continental with { Loss = 1 });
        pair.Link.Send([1], DeliveryMode.ReliableOrdered, channel: 1);
        pair.Network.SetConditions(NetworkConditions.Continental with { Loss = 0 });
        pair.Link.Send([2], DeliveryMode.ReliableOrdered, channel: 2);
        Assert.True(pair.Network.RunUntil(() => pair.ServerHandler.Messages.Count == 2, TimeSpan.FromSeconds(5)));
        Assert.Equal([2, 1], pair.ServerHandler.Messages.Select(message => message.Bytes[0]));
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Sequenced_messages_never_go_back_and_unreliable_ones_arrive_at_most_once(string kind)
    {
        var seed = NewSeed();
        var pair = new SimulatedPair(Terrible, seed, kind);
        for (var i = 0; i < 2_000; i++)
        {
            pair.Link.Send(BitConverter.GetBytes(i), DeliveryMode.Sequenced, channel: 3);
            pair.Link.Send(BitConverter.GetBytes(i), DeliveryMode.Unreliable, channel: 4);
            pair.Network.RunFor(TimeSpan.FromMilliseconds(4));
        }

        pair.Network.RunFor(TimeSpan.FromSeconds(1));
        var sequenced = pair.ServerHandler.Messages.Where(message => message.Info.Channel == 3).Select(message => BitConverter.ToInt32(message.Bytes)).ToList();
        var unreliable = pair.ServerHandler.Messages.Where(message => message.Info.Channel == 4).Select(message => BitConverter.ToInt32(message.Bytes)).ToList();
        Assert.True(sequenced.Zip(sequenced.Skip(1)).All(two => two.First < two.Second), $"went back, seed {seed}");
        Assert.Equal(unreliable.Count, unreliable.Distinct().Count());
        Assert.InRange(unreliable.Count, 1_400, 1_900);
        Assert.InRange(sequenced.Count, 1_000, 1_900);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void The_sender_learns_which_unreliable_messages_arrived(string kind)
    {
        var seed = NewSeed();
        var pair = new SimulatedPair(NetworkConditions.Continental with { Loss = 0.2 }, seed, kind);
        Dictionary<long, int> sent = [];
        for (var i = 0; i < 300; i++)
        {
            sent.Add(pair.Link.Send(BitConverter.GetBytes(i), DeliveryMode.Unreliable), i);
            pair.Network.RunFor(TimeSpan.FromMilliseconds(5));
        }

        // What is asked for last is reliable: it brings out the fate of what was sent before it.
        pair.Link.Send([], DeliveryMode.ReliableOrdered);
        pair.Network.RunFor(TimeSpan.FromSeconds(5));
        var arrived = pair.ServerHandler.Messages.Where(message => message.Bytes.Length > 0).Select(message => BitConverter.ToInt32(message.Bytes)).ToHashSet();
        var unsure = sent.Count(one => pair.Link.GetDelivery(one.Key) == DeliveryState.Lost && arrived.Contains(one.Value));
        Assert.All(sent, one => Assert.NotEqual(DeliveryState.Pending, pair.Link.GetDelivery(one.Key)));
        Assert.All(sent.Where(one => pair.Link.GetDelivery(one.Key) == DeliveryState.Received), one => Assert.Contains(one.Value, arrived));

        // "Lost" may also mean that every acknowledgement of it was: with hundreds of bits in each, hardly ever.
        Assert.True(unsure <= 6, $"{unsure} arrived and were called lost, seed {seed}");
        Assert.Equal(DeliveryState.Unknown, pair.Link.GetDelivery(100_000));
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Under_five_percent_loss_nothing_reliable_is_lost_and_its_p99_is_under_three_round_trips(string kind)
    {
        var seed = NewSeed();
        var pair = new SimulatedPair(NetworkConditions.Continental with { Loss = 0.05 }, seed, kind);
        List<double> latencies = [];
        pair.ServerHandler.OnReceived = (_, message) => latencies.Add(pair.Network.Elapsed.TotalMilliseconds - BitConverter.ToDouble(message));
        for (var i = 0; i < 6_000; i++)
        {
            pair.Link.Send(BitConverter.GetBytes(pair.Network.Elapsed.TotalMilliseconds), DeliveryMode.ReliableOrdered, (byte)(i % 4));
            pair.Network.RunFor(TimeSpan.FromMilliseconds(16));
        }

        Assert.True(pair.Network.RunUntil(() => latencies.Count == 6_000, TimeSpan.FromSeconds(10)), $"{latencies.Count} of 6000, seed {seed}");
        latencies.Sort();
        Assert.True(latencies[5_940] < 3 * 35, $"p99 is {latencies[5_940]} ms, seed {seed}");
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void A_thousand_clients_run_in_simulated_time_and_again_the_same_way(string kind)
    {
        Run(clients: 1_000, seed: 6, kind);
        var first = Run(clients: 100, seed: 7, kind);
        Assert.Equal(first, Run(clients: 100, seed: 7, kind));
        Assert.NotEqual(first, Run(clients: 100, seed: 8, kind));
    }

    private int NewSeed()
    {
        var seed = Random.Shared.Next();
        output.WriteLine($"seed {seed}");
        return seed;
    }

    private static (long Datagrams, long Lost, int Received) Run(int clients, int seed, string kind)
    {
        var network = new SimulatedNetwork(NetworkConditions.Mobile, seed);
        var options = new DatagramOptions { ConnectTimeout = TimeSpan.FromMinutes(2), Security = TestSecurity.Of(kind) };
        var received = 0;
        var server = network.Open(new RecordingHandler { OnReceived = (_, _) => received++ }, options, isListening: true);
        for (var i = 0; i < clients; i++)
        {
            var link = network.Open(new RecordingHandler(), options).Connect(server.LocalAddress.ToEndPoint());
            for (var j = 0; j < 3; j++) network.Schedule(TimeSpan.FromMilliseconds(i + (300 * j)), () => link.Send(new byte[64], DeliveryMode.ReliableOrdered));
        }

        Assert.True(network.RunUntil(() => received == 3 * clients, TimeSpan.FromMinutes(2)), $"{received} of {3 * clients}, seed {seed}");
        return (network.DatagramsSent, network.DatagramsLost, received);
    }

    private static NetworkConditions Named(string name) => name switch
    {
        "lan" => NetworkConditions.Lan,
        "continental" => NetworkConditions.Continental,
        "international" => NetworkConditions.International,
        "mobile" => NetworkConditions.Mobile,
        _ => Terrible,
    };
}
