using Genie.Datagrams.Protocol;
using Genie.Datagrams.Simulation;
using Xunit.Abstractions;

namespace Genie.Datagrams.Tests;

public sealed class FuzzTests(ITestOutputHelper output)
{
    public static TheoryData<string> Kinds => TestSecurity.AllKinds;

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Malformed_datagrams_throw_nothing_and_keep_nothing(string kind)
    {
        var seed = Random.Shared.Next();
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        var network = new SimulatedNetwork(NetworkConditions.Lan with { Latency = TimeSpan.Zero, Variance = TimeSpan.Zero }, seed);
        var options = new DatagramOptions { Security = TestSecurity.Of(kind) };
        var server = network.Open(new RecordingHandler(), options, isListening: true);
        var client = network.Open(new RecordingHandler(), options);
        var bytes = new byte[1_472];
        for (var i = 0; i < 200_000; i++)
        {
            var length = random.Next(1, random.Next(2) == 0 ? 60 : bytes.Length);
            random.NextBytes(bytes.AsSpan(0, length));
            if (random.Next(4) > 0) bytes[0] = (byte)random.Next(12);
            network.Inject(bytes.AsSpan(0, length), client.LocalAddress.ToEndPoint(), server.LocalAddress.ToEndPoint());
            if (i % 100 == 0) network.RunFor(TimeSpan.FromMilliseconds(1));
        }

        Assert.True(server.ConnectionCount == 0, $"seed {seed}");
    }

    /// <summary>Packets that carry a live connection's id: each is used or closes the connection, and none throws. Encrypted, each is dropped.</summary>
    [Theory]
    [MemberData(nameof(Kinds))]
    public void Malformed_packets_of_a_connection_throw_nothing(string kind)
    {
        var seed = Random.Shared.Next();
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        var bytes = new byte[1_200];
        for (var round = 0; round < 300; round++)
        {
            var pair = new SimulatedPair(NetworkConditions.Lan, seed, new DatagramOptions { Security = TestSecurity.Of(kind), Compressors = [new BrotliCompressor(), new ZLibCompressor()] });
            var id = ((Udp.UdpConnection)pair.Accepted).LocalId;
            for (var i = 0; i < 100 && pair.Server.ConnectionCount > 0; i++)
            {
                var length = random.Next(PacketFormat.HeaderBytes, 200);
                random.NextBytes(bytes.AsSpan(0, length));
                bytes[0] = (byte)(PacketFormat.DataBit | (random.Next(8) == 0 ? PacketFormat.AcknowledgementBit : 0));
                BitConverter.TryWriteBytes(bytes.AsSpan(1), id);
                BitConverter.TryWriteBytes(bytes.AsSpan(9), 100 + i);
                if (length > PacketFormat.HeaderBytes) bytes[PacketFormat.HeaderBytes] = (byte)random.Next(64);
                pair.Network.Inject(bytes.AsSpan(0, length), pair.Client.LocalAddress.ToEndPoint(), pair.Server.LocalAddress.ToEndPoint());
                pair.Network.RunFor(TimeSpan.FromMilliseconds(2));
            }

            if (kind != TestSecurity.Plain) Assert.True(pair.Server.ConnectionCount == 1 && pair.Link.State == ConnectionState.Connected, $"seed {seed}");
        }
    }
}
