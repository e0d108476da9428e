using Genie.Benchmarks.Load.Soak.Udp;
using Genie.Benchmarks.Load.Soak.Udp.Ledger;
using Genie.Brokers.Frame;
using Genie.Datagrams;

namespace Genie.Benchmarks.Tests.Load.Soak.Udp;

/// <summary>What is injected is found, as often as it was, and nothing else.</summary>
public sealed class ConnectionLedgerTests
{
    private const ulong Run = 42;
    private const uint Connection = 3;
    private const int Messages = 200;

    public static TheoryData<string> Streams => [.. Enum.GetNames<SoakStream>()];

    [Fact]
    public void What_arrives_as_it_was_sent_is_no_anomaly()
    {
        var ledger = new ConnectionLedger(Run, Connection);
        foreach (var stream in SoakStreams.All)
        {
            for (var i = 0; i < Messages; i++) Assert.Equal(SoakFinding.Expected, Take(ledger, stream, (ulong)i));
            Assert.Equal(Messages, ledger.Received(stream));
        }

        Assert.Equal(SoakAnomalies.None, ledger.Anomalies);
        Assert.Equal(0, ledger.Skipped);
    }

    [Theory]
    [MemberData(nameof(Streams))]
    public void A_doubled_message_is_found_on_every_stream(string name)
    {
        var (stream, seed) = (Enum.Parse<SoakStream>(name), Random.Shared.Next());
        var (ledger, random, doubled) = (new ConnectionLedger(Run, Connection), new Random(seed), 0);
        for (var i = 0; i < Messages; i++)
        {
            Take(ledger, stream, (ulong)i);
            for (; random.Next(4) == 0; doubled++) Assert.Equal(SoakFinding.Doubled, Take(ledger, stream, (ulong)random.Next(i + 1)));
        }

        Assert.True(ledger.Anomalies == new SoakAnomalies { Doubled = doubled } && ledger.Received(stream) == Messages, $"seed {seed}: {ledger.Anomalies}");
    }

    [Theory]
    [MemberData(nameof(Streams))]
    public void A_message_after_a_later_one_is_found_where_there_is_an_order(string name)
    {
        var stream = Enum.Parse<SoakStream>(name);
        var ledger = new ConnectionLedger(Run, Connection);
        foreach (var sequence in (ulong[])[0, 1, 3, 2, 4, 7, 6, 5]) Take(ledger, stream, sequence);
        Assert.Equal(new SoakAnomalies { OutOfOrder = stream.IsOrdered() ? 3 : 0 }, ledger.Anomalies);
        Assert.Equal((8L, 0L), (ledger.Received(stream), ledger.Skipped));
    }

    [Theory]
    [MemberData(nameof(Streams))]
    public void A_lost_message_is_found_at_once_where_it_is_reliable_and_in_order(string name)
    {
        var (stream, seed) = (Enum.Parse<SoakStream>(name), Random.Shared.Next());
        var (ledger, random, lost) = (new ConnectionLedger(Run, Connection), new Random(seed), 0);
        for (var i = 0; i < Messages; i++)
        {
            if (i < Messages - 1 && random.Next(10) == 0) lost++;
            else Take(ledger, stream, (ulong)i);
        }

        Assert.True(ledger.Anomalies == SoakAnomalies.None, $"seed {seed}: {ledger.Anomalies}");
        Assert.Equal(Messages - lost, ledger.Received(stream));
        Assert.Equal(stream is SoakStream.Ordered or SoakStream.Fragmented ? lost : 0, ledger.Skipped);
    }

    [Theory]
    [MemberData(nameof(Streams))]
    public void A_message_with_a_bit_changed_or_a_byte_too_many_or_too_few_is_found(string name)
    {
        var (stream, seed) = (Enum.Parse<SoakStream>(name), Random.Shared.Next());
        var (ledger, random) = (new ConnectionLedger(Run, Connection), new Random(seed));
        for (var i = 0; i < Messages; i++)
        {
            var message = Message(stream, (ulong)i);
            var damaged = message.ToArray();
            damaged[random.Next(damaged.Length)] ^= (byte)(1 << random.Next(8));
            byte[][] all = [damaged, message[..^1], [.. message, 0], message[..random.Next(message.Length)]];
            foreach (var bytes in all) Assert.True(ledger.Take(bytes, Info(stream), out _) == SoakFinding.Corrupted, $"seed {seed}, message {i}");
            Assert.Equal(SoakFinding.Expected, ledger.Take(message, Info(stream), out _));
        }

        Assert.Equal(new SoakAnomalies { Corrupted = 4 * Messages }, ledger.Anomalies);
    }

    [Fact]
    public void Bytes_that_were_changed_with_their_checksum_are_found_as_well()
    {
        var message = Message(SoakStream.Fragmented, 7);
        Assert.Equal(FrameStatus.Intact, MessageFrame.Read(message, out var frame, out ReadOnlySpan<byte> _));
        message[5_000] ^= 1;
        frame.Seal(message);
        Assert.Equal(SoakFinding.Corrupted, new ConnectionLedger(Run, Connection).Take(message, Info(SoakStream.Fragmented), out _));
    }

    [Fact]
    public void A_message_that_went_astray_is_found()
    {
        var message = Message(SoakStream.Ordered, 0);
        Assert.Equal(SoakFinding.Corrupted, new ConnectionLedger(Run + 1, Connection).Take(message, Info(SoakStream.Ordered), out _));
        Assert.Equal(SoakFinding.Corrupted, new ConnectionLedger(Run, Connection + 1).Take(message, Info(SoakStream.Ordered), out _));
        var ledger = new ConnectionLedger(Run, Connection);
        Assert.Equal(SoakFinding.Corrupted, ledger.Take(message, Info(SoakStream.Fragmented), out _));
        Assert.Equal(SoakFinding.Corrupted, ledger.Take(message, new MessageInfo(DeliveryMode.Unreliable, (byte)SoakStream.Ordered), out _));
        Assert.Equal(SoakFinding.Corrupted, ledger.Take(message, new MessageInfo(DeliveryMode.ReliableOrdered, 200), out _));
        Assert.Equal(SoakFinding.Expected, ledger.Take(message, Info(SoakStream.Ordered), out _));
    }

    [Fact]
    public void A_stream_is_remembered_in_bounded_memory_and_what_is_older_counts_as_doubled()
    {
        var ledger = new StreamLedger(isOrdered: false);
        Assert.Equal(SoakFinding.Expected, ledger.Take(0));
        Assert.Equal(SoakFinding.Expected, ledger.Take(3 * StreamLedger.Window));
        Assert.Equal(SoakFinding.Doubled, ledger.Take(0));
        Assert.Equal(SoakFinding.Expected, ledger.Take((3 * StreamLedger.Window) - 1));
        Assert.Equal(SoakFinding.Doubled, ledger.Take((3 * StreamLedger.Window) - 1));
        Assert.Equal((3L, (3L * StreamLedger.Window) - 2), (ledger.Received, ledger.Missing));
    }

    private static SoakFinding Take(ConnectionLedger ledger, SoakStream stream, ulong sequence) => ledger.Take(Message(stream, sequence), Info(stream), out _);

    private static MessageInfo Info(SoakStream stream) => new(stream.Mode(), (byte)stream);

    private static byte[] Message(SoakStream stream, ulong sequence)
    {
        var buffer = new byte[SoakMessage.BytesMax];
        return buffer[..SoakMessage.Write(buffer, new MessageFrame(Run, ConnectionLedger.SenderOf(Connection, stream), sequence, 5))];
    }
}
