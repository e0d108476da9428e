using System.Net;
using System.Text;
using Genie.Datagrams.Compression;
using Genie.Datagrams.Lz4;
using Genie.Datagrams.Simulation;
using Xunit.Abstractions;

namespace Genie.Datagrams.Tests;

public sealed class CompressionTests(ITestOutputHelper output)
{
    private static readonly IDatagramCompressor[] All = [new BrotliCompressor(), new ZLibCompressor(), new Lz4Compressor()];
    private static readonly TimeSpan Bound = TimeSpan.FromSeconds(30);

    public static TheoryData<int> Compressors => [.. Enumerable.Range(0, All.Length)];

    [Theory]
    [MemberData(nameof(Compressors))]
    public void What_fits_comes_back_and_what_does_not_is_refused(int index)
    {
        var (compressor, random) = (All[index], NewRandom());
        for (var round = 0; round < 300; round++)
        {
            var message = Text(random, random.Next(1, 5_000));
            var compressed = new byte[message.Length * 2 + 100];
            Assert.True(compressor.TryCompress(message, compressed, out var bytes));
            var back = new byte[message.Length];
            Assert.True(compressor.TryDecompress(compressed.AsSpan(0, bytes), back, out var written));
            Assert.Equal(message, back.AsSpan(0, written));

            Assert.False(compressor.TryCompress(message, compressed.AsSpan(0, bytes / 2), out _));
            Assert.False(compressor.TryDecompress(compressed.AsSpan(0, bytes), back.AsSpan(0, message.Length - 1), out written) && written == message.Length);
        }
    }

    /// <summary>Random bytes, and compressed ones that were changed or cut, throw nothing and write nothing beyond the destination.</summary>
    [Theory]
    [MemberData(nameof(Compressors))]
    public void Malformed_bytes_throw_nothing_and_stay_in_their_bounds(int index)
    {
        var (compressor, random) = (All[index], NewRandom());
        var destination = new byte[700];
        for (var round = 0; round < 20_000; round++)
        {
            var input = new byte[random.Next(0, 300)];
            random.NextBytes(input);
            var whole = new byte[2_000];
            if (round % 2 == 0 && compressor.TryCompress(Text(random, random.Next(1, 1_000)), whole, out var bytes))
            {
                input = whole[..random.Next(bytes + 1)];
                if (input.Length > 0) input[random.Next(input.Length)] ^= (byte)(1 << random.Next(8));
            }

            var room = random.Next(0, 600);
            destination.AsSpan(room).Fill(0xa5);
            compressor.TryDecompress(input, destination.AsSpan(0, room), out var written);
            Assert.InRange(written, compressor is Lz4Compressor ? -1 : 0, room);
            Assert.Equal(-1, destination.AsSpan(room).IndexOfAnyExcept((byte)0xa5));
        }
    }

    [Fact]
    public void Each_side_sends_with_the_first_of_its_own_that_the_other_has()
    {
        Assert.Null(MessageCompression.Negotiate([], [1, 2]));
        Assert.Null(MessageCompression.Negotiate(All, []));
        Assert.Null(MessageCompression.Negotiate(All, [200]));
        var left = MessageCompression.Negotiate([All[0], All[2]], [3, 1])!;
        var right = MessageCompression.Negotiate([All[2], All[0]], [1, 3])!;
        var message = Text(NewRandom(), 1_000);
        foreach (var (from, to) in new[] { (left, right), (right, left) })
        {
            var length = from.TryCompress(message, out var compressed);
            Assert.InRange(length, 1, message.Length - 1);
            Assert.Equal(message.Length, to.TryDecompress(compressed.AsSpan(0, length), 1_000, out var back));
            Assert.Equal(message, back.AsSpan(0, message.Length));
            Assert.Equal(-1, to.TryDecompress(compressed.AsSpan(0, length), 999, out _));
            Assert.Equal(-1, to.TryDecompress(compressed.AsSpan(0, length - 1), 1_000, out _));
        }

        Assert.Throws<ArgumentException>(() => MessageCompression.Check([All[0], new BrotliCompressor(5)]));
        Assert.Throws<ArgumentOutOfRangeException>(() => MessageCompression.Check([.. Enumerable.Repeat(All[0], 17)]));
    }

    [Theory]
    [MemberData(nameof(Compressors))]
    public void Messages_arrive_whole_and_take_fewer_bytes(int index)
    {
        var random = NewRandom();
        foreach (var kind in TestSecurity.Kinds)
        {
            var options = new DatagramOptions { Security = TestSecurity.Of(kind), Compressors = [All[index]] };
            var pair = new SimulatedPair(NetworkConditions.Continental with { Loss = 0.05, Reordering = 0.05 }, random.Next(), options);
            List<byte[]> ordered = [], any = [];
            for (var i = 0; i < 100; i++)
            {
                ordered.Add(Text(random, random.Next(20_000)));
                any.Add(Text(random, random.Next(20_000)));
                pair.Link.Send(ordered[^1], DeliveryMode.ReliableOrdered, channel: 3);
                pair.Link.Send(any[^1], DeliveryMode.ReliableUnordered);
                pair.Link.Send(Text(random, 3_000), DeliveryMode.Sequenced);
                pair.Network.RunFor(TimeSpan.FromMilliseconds(20));
            }

            Assert.True(pair.Network.RunUntil(() => pair.Link.QueuedBytes == 0 && Of(DeliveryMode.ReliableOrdered).Count == 100 && Of(DeliveryMode.ReliableUnordered).Count == 100, Bound));
            Assert.Equal(ordered, Of(DeliveryMode.ReliableOrdered));
            Assert.Equal(any.Select(Convert.ToHexString).Order(), Of(DeliveryMode.ReliableUnordered).Select(Convert.ToHexString).Order());
            Assert.InRange(Of(DeliveryMode.Sequenced).Count, 1, 100);
            Assert.All(Of(DeliveryMode.Sequenced), message => Assert.Equal(3_000, message.Length));
            Assert.InRange(pair.Link.GetStatistics().BytesSavedByCompression, 200_000, 3_000_000);

            List<byte[]> Of(DeliveryMode mode) => [.. pair.ServerHandler.Messages.Where(message => message.Info.Mode == mode).Select(message => message.Bytes)];
        }
    }

    [Fact]
    public void What_would_grow_is_sent_as_it_is()
    {
        var random = NewRandom();
        foreach (var compressor in All)
        {
            var pair = new SimulatedPair(NetworkConditions.Lan, seed: 1, new DatagramOptions { Compressors = [compressor] });
            for (var i = 0; i < 50; i++)
            {
                var message = new byte[i * 30];
                random.NextBytes(message);
                pair.Link.Send(message, DeliveryMode.ReliableOrdered);
            }

            pair.Link.Send(new byte[20], DeliveryMode.ReliableOrdered);
            Assert.True(pair.Network.RunUntil(() => pair.ServerHandler.Messages.Count == 51 && pair.Link.QueuedBytes == 0, Bound));
            Assert.Equal(0, pair.Link.GetStatistics().BytesSavedByCompression);
            Assert.Equal(0, pair.Link.QueuedBytes);
        }
    }

    [Theory]
    [InlineData(DatagramTransport.Udp)]
    [InlineData(DatagramTransport.Tcp)]
    public void A_message_that_grows_beyond_what_it_says_or_what_is_taken_ends_the_connection(DatagramTransport transport)
    {
        foreach (var isLie in new[] { true, false })
        {
            var options = new DatagramOptions { Transport = transport, Compressors = [All[0]], ConnectTimeout = Bound, IdleTimeout = TimeSpan.FromMinutes(2), MaxMessageBytes = 100_000 };
            var serverHandler = new RecordingHandler();
            using var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), serverHandler, options);
            var handler = new RecordingHandler();
            using var client = DatagramEndpoint.OpenClient(handler, options with { Compressors = [isLie ? new Bomb() : All[0]], MaxMessageBytes = 5_000_000 });
            server.Start();
            client.Start();
            var link = client.Connect(server.LocalAddress.ToEndPoint());
            WaitFor(() => handler.Connected.Count == 1);
            link.Send(new byte[isLie ? 90_000 : 1_000_000], DeliveryMode.ReliableOrdered);
            WaitFor(() => handler.Disconnected.Count == 1 && serverHandler.Disconnected.Count == 1);
            Assert.Equal(DisconnectReason.ProtocolViolation, serverHandler.Disconnected.First().Reason);
            Assert.Equal(DisconnectReason.ProtocolViolation, handler.Disconnected.First().Reason);
            Assert.Empty(serverHandler.Messages);
        }
    }

    [Fact]
    public void Messages_go_both_ways_over_TCP()
    {
        var options = new DatagramOptions { Transport = DatagramTransport.Tcp, Security = TestSecurity.ByKey, Compressors = All, ConnectTimeout = Bound, IdleTimeout = TimeSpan.FromMinutes(2) };
        using var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), new RecordingHandler(echoes: true), options);
        var handler = new RecordingHandler();
        using var client = DatagramEndpoint.OpenClient(handler, options);
        server.Start();
        client.Start();
        var link = client.Connect(server.LocalAddress.ToEndPoint());
        WaitFor(() => handler.Connected.Count == 1);
        var random = NewRandom();
        List<byte[]> sent = [];
        for (var i = 0; i < 100; i++)
        {
            sent.Add(Text(random, i * 50));
            link.Send(sent[^1], DeliveryMode.ReliableOrdered, channel: 9);
        }

        WaitFor(() => handler.Messages.Count == 100);
        Assert.Equal(sent, handler.Messages.Select(message => message.Bytes));
        Assert.All(handler.Messages, message => Assert.Equal(new MessageInfo(DeliveryMode.ReliableOrdered, 9), message.Info));
        Assert.InRange(link.GetStatistics().BytesSavedByCompression, 50_000, 250_000);
    }

    private static void WaitFor(Func<bool> condition) => Assert.True(SpinWait.SpinUntil(condition, Bound), "waited 30 s");

    private static byte[] Text(Random random, int length)
    {
        var text = new StringBuilder();
        while (text.Length < length) text.Append("{\"player\":").Append(random.Next(100)).Append(",\"x\":").Append(random.Next(1_000)).Append('}');
        return Encoding.ASCII.GetBytes(text.ToString(0, length));
    }

    private Random NewRandom()
    {
        var seed = Random.Shared.Next();
        output.WriteLine($"seed {seed}");
        return new Random(seed);
    }

    /// <summary>Says that its message is what it is, and sends a hundred megabytes of zeros instead.</summary>
    private sealed class Bomb : IDatagramCompressor
    {
        public byte Id => 1;

        public bool TryCompress(ReadOnlySpan<byte> message, Span<byte> destination, out int written) => All[0].TryCompress(new byte[100_000_000], destination, out written);

        public bool TryDecompress(ReadOnlySpan<byte> compressed, Span<byte> destination, out int written) => All[0].TryDecompress(compressed, destination, out written);
    }
}
