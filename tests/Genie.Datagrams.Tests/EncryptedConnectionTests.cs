using System.Security.Cryptography;
using Genie.Datagrams.Protocol;
using Genie.Datagrams.Security;
using Genie.Datagrams.Simulation;
using Genie.Datagrams.Udp;
using Xunit.Abstractions;

namespace Genie.Datagrams.Tests;

public sealed class EncryptedConnectionTests(ITestOutputHelper output)
{
    private static readonly NetworkConditions Rough = NetworkConditions.Continental with { Loss = 0.05, Duplication = 0.05, Reordering = 0.1 };

    public static TheoryData<string> Ciphers => TestSecurity.Ciphers;

    [Theory]
    [MemberData(nameof(Ciphers))]
    public void Changed_packets_are_dropped_and_counted_and_what_they_held_is_sent_again(string kind)
    {
        var seed = NewSeed();
        var random = new Random(seed);
        var pair = new SimulatedPair(NetworkConditions.Lan, seed, kind);
        pair.Network.Filter = (datagram, _, to) =>
        {
            // Not the id: with another one it is another connection's packet.
            if (random.Next(5) == 0 && (datagram[0] & PacketFormat.DataBit) != 0) datagram[random.Next(4) == 0 ? 0 : random.Next(9, datagram.Length)] ^= (byte)(1 << random.Next(7));
            return true;
        };
        for (var i = 0; i < 500; i++)
        {
            pair.Link.Send(BitConverter.GetBytes(i), DeliveryMode.ReliableOrdered);
            pair.Accepted.Send(BitConverter.GetBytes(i), DeliveryMode.ReliableOrdered);
            pair.Network.RunFor(TimeSpan.FromMilliseconds(2));
        }

        Assert.True(pair.Network.RunUntil(() => pair.ServerHandler.Messages.Count == 500 && pair.ClientHandler.Messages.Count == 500, TimeSpan.FromMinutes(1)), $"seed {seed}, {pair.Ends}");
        Assert.Equal(Enumerable.Range(0, 500), pair.ServerHandler.Messages.Select(message => BitConverter.ToInt32(message.Bytes)));
        Assert.InRange(pair.Link.GetStatistics().AuthenticationFailures, 20, 1_000);
        Assert.InRange(pair.Accepted.GetStatistics().AuthenticationFailures, 20, 1_000);
    }

    [Theory]
    [MemberData(nameof(Ciphers))]
    public void Replayed_packets_are_dropped_and_counted(string kind)
    {
        var pair = new SimulatedPair(NetworkConditions.Lan, seed: 2, kind);
        List<byte[]> seen = [];
        var server = pair.Server.LocalAddress;
        pair.Network.Filter = (datagram, _, to) =>
        {
            if (to == server) seen.Add(datagram.ToArray());
            return true;
        };
        for (var i = 0; i < 2_000; i++)
        {
            pair.Link.Send([1], DeliveryMode.Unreliable);
            pair.Network.RunFor(TimeSpan.FromMilliseconds(1));
        }

        pair.Network.Filter = null;
        var (before, count) = (pair.Accepted.GetStatistics(), pair.ServerHandler.Messages.Count);
        foreach (var datagram in seen) pair.Network.Inject(datagram, pair.Client.LocalAddress.ToEndPoint(), server.ToEndPoint());
        pair.Network.RunFor(TimeSpan.FromSeconds(1));
        Assert.Equal(count, pair.ServerHandler.Messages.Count);
        Assert.Equal(before.DuplicatesReceived + seen.Count, pair.Accepted.GetStatistics().DuplicatesReceived);
        Assert.Equal(ConnectionState.Connected, pair.Link.State);
    }

    /// <summary>A packet that was not taken for want of room is not acknowledged, and still is no packet to be read a second time.</summary>
    [Fact]
    public void Replays_of_a_packet_that_was_not_taken_are_dropped_too()
    {
        var options = new DatagramOptions { Security = TestSecurity.ByKey, MaxMessageBytes = 2_000, MaxReassemblyBytes = 1, MaxQueuedBytes = 1 << 20 };
        var pair = new SimulatedPair(NetworkConditions.Lan, seed: 3, options);
        var seen = new List<byte[]>();
        var server = pair.Server.LocalAddress;
        var isFirst = true;
        pair.Network.Filter = (datagram, _, to) =>
        {
            if (to != server || (datagram[0] & PacketFormat.DataBit) == 0) return true;
            seen.Add(datagram.ToArray());

            // All that follows waits for the first one until there is no room.
            var passes = !isFirst;
            isFirst = false;
            return passes;
        };
        for (var i = 0; i < 40; i++)
        {
            pair.Link.Send(new byte[900], DeliveryMode.ReliableOrdered);
            pair.Link.Send([1], DeliveryMode.Unreliable);
        }

        pair.Network.RunFor(TimeSpan.FromMilliseconds(2));
        var unreliable = pair.ServerHandler.Messages.Count(message => message.Info.Mode == DeliveryMode.Unreliable);
        foreach (var datagram in seen.Skip(1).ToArray()) pair.Network.Inject(datagram, pair.Client.LocalAddress.ToEndPoint(), server.ToEndPoint());
        Assert.True(pair.Network.RunUntil(() => pair.ServerHandler.Messages.Count(message => message.Info.Mode == DeliveryMode.ReliableOrdered) == 40, TimeSpan.FromSeconds(20)));
        Assert.InRange(unreliable, 1, 40);
        Assert.InRange(pair.ServerHandler.Messages.Count(message => message.Info.Mode == DeliveryMode.Unreliable), unreliable, 40);
    }

    [Theory]
    [MemberData(nameof(Ciphers))]
    public void Keys_change_under_load_in_both_directions_and_nothing_reliable_is_lost(string kind)
    {
        var seed = NewSeed();
        var random = new Random(seed);
        var pair = new SimulatedPair(Rough, seed, new DatagramOptions { Security = TestSecurity.Of(kind)! with { PacketsPerKey = 40 } });
        for (var i = 0; i < 3_000; i++)
        {
            var bytes = new byte[random.Next(20) == 0 ? 5_000 : 8];
            BitConverter.TryWriteBytes(bytes, i);
            pair.Link.Send(bytes, DeliveryMode.ReliableOrdered);
            pair.Accepted.Send(bytes, DeliveryMode.ReliableOrdered);
            pair.Network.RunFor(TimeSpan.FromMilliseconds(random.Next(6)));
        }

        Assert.True(
            pair.Network.RunUntil(() => pair.ServerHandler.Messages.Count == 3_000 && pair.ClientHandler.Messages.Count == 3_000, TimeSpan.FromMinutes(1)),
            $"{pair.ServerHandler.Messages.Count} and {pair.ClientHandler.Messages.Count} of 3000, seed {seed}, {pair.Ends}");
        Assert.Equal(Enumerable.Range(0, 3_000), pair.ServerHandler.Messages.Select(message => BitConverter.ToInt32(message.Bytes)));
        Assert.Equal(Enumerable.Range(0, 3_000), pair.ClientHandler.Messages.Select(message => BitConverter.ToInt32(message.Bytes)));
        foreach (var side in new[] { pair.Link, pair.Accepted })
        {
            var statistics = side.GetStatistics();
            Assert.InRange(statistics.KeyUpdates, 10, 1_000);
            Assert.Equal((0, seed), (statistics.AuthenticationFailures, seed));
        }
    }

    [Fact]
    public void Resets_and_ends_cannot_be_forged()
    {
        var pair = new SimulatedPair(NetworkConditions.Lan, seed: 4, new DatagramOptions { Security = TestSecurity.ByKey });
        var (server, client) = ((UdpConnection)pair.Accepted, (UdpConnection)pair.Link);
        Forge([PacketFormat.Reset, .. BitConverter.GetBytes(client.RemoteId)]);
        Forge([PacketFormat.Reset, .. BitConverter.GetBytes(client.RemoteId), .. RandomNumberGenerator.GetBytes(StatelessResets.TokenBytes)]);
        Forge([PacketFormat.DataBit, .. BitConverter.GetBytes(client.LocalId), 50, 0, 0, 0, ControlFrame.Close, 1, 0, 0]);
        Forge([PacketFormat.DataBit, .. BitConverter.GetBytes(client.LocalId), 51, 0, 0, 0, ControlFrame.Close, 1, 0, 0, .. new byte[16]]);
        pair.Network.RunFor(TimeSpan.FromSeconds(1));
        Assert.Equal((ConnectionState.Connected, ConnectionState.Connected), (client.State, server.State));
        Assert.Equal(2, client.GetStatistics().AuthenticationFailures);

        void Forge(byte[] datagram) => pair.Network.Inject(datagram, pair.Server.LocalAddress.ToEndPoint(), pair.Client.LocalAddress.ToEndPoint());
    }

    [Fact]
    public void A_side_that_has_forgotten_the_connection_proves_it_with_its_token()
    {
        var pair = new SimulatedPair(NetworkConditions.Lan, seed: 5, new DatagramOptions { Security = TestSecurity.ByKey });
        pair.ServerHandler.OnReceived = (_, _) => throw new InvalidOperationException("no");
        var client = pair.Client.LocalAddress;
        var isFirst = true;
        pair.Network.Filter = (datagram, _, to) =>
        {
            // The server's end is lost; what it says afterwards is a reset.
            if (to != client || !isFirst) return true;
            isFirst = (datagram[0] & PacketFormat.DataBit) != 0;
            return !isFirst;
        };
        pair.Link.Send([1], DeliveryMode.ReliableOrdered);
        pair.Network.RunFor(TimeSpan.FromSeconds(3));
        Assert.Equal(DisconnectReason.Reset, Assert.Single(pair.ClientHandler.Disconnected).Reason);
    }

    [Fact]
    public void Tokens_are_those_of_the_key_that_outlives_the_server()
    {
        var key = RandomNumberGenerator.GetBytes(StatelessResets.MinKeyBytes);
        Span<byte> first = stackalloc byte[StatelessResets.TokenBytes], again = stackalloc byte[StatelessResets.TokenBytes], other = stackalloc byte[StatelessResets.TokenBytes];
        new StatelessResets(key).Write(9, first);
        new StatelessResets(key).Write(9, again);
        new StatelessResets([]).Write(9, other);
        Assert.True(first.SequenceEqual(again));
        Assert.False(first.SequenceEqual(other));
    }

    private int NewSeed()
    {
        var seed = Random.Shared.Next();
        output.WriteLine($"seed {seed}");
        return seed;
    }
}
