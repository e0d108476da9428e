using System.Buffers;
using System.Text;
using Genie.Brokers.Nats.Wire.Protocol;
using Genie.Testing;

namespace Genie.Brokers.Nats.Tests.Protocol;

public sealed class NatsParserTests
{
    private const string Stream =
        "INFO {\"version\":\"2.9.10\"}\r\n+OK\r\nPING\r\npong\r\n"
        + "MSG a.b 1 5\r\nhello\r\n"
        + "MSG a.b 12 _INBOX.x 0\r\n\r\n"
        + "msg\ta  7\treply.to \t 2\r\n\r\n\r\n"
        + "HMSG a 9 12 12\r\nNATS/1.0\r\n\r\n\r\n"
        + "HMSG a 9 r 30 35\r\nNATS/1.0 503 No Responders\r\n\r\nhello\r\n"
        + "-ERR 'Slow Consumer'\r\n";

    private static readonly string[] Expected =
    [
        "Info:{\"version\":\"2.9.10\"}", "Ok:", "Ping:", "Pong:",
        "Message:a.b,1,,,hello", "Message:a.b,12,_INBOX.x,,", "Message:a,7,reply.to,,\r\n",
        "Message:a,9,,NATS/1.0\r\n\r\n,", "Message:a,9,r,NATS/1.0 503 No Responders\r\n\r\n,hello",
        "Error:Slow Consumer",
    ];

    [Fact]
    public void Reads_every_operation() => Assert.Equal(Expected, ReadAll(new ReadOnlySequence<byte>(Encoding.ASCII.GetBytes(Stream)), new NatsParser()));

    [Fact]
    public void Reads_the_same_however_the_stream_is_cut()
    {
        var seed = Environment.TickCount;
        var random = new Random(seed);
        var bytes = Encoding.ASCII.GetBytes(Stream);
        for (var round = 0; round < 2000; round++)
        {
            var parser = new NatsParser();
            var frames = new List<string>();
            var rest = ReadOnlyMemory<byte>.Empty;
            for (var position = 0; position < bytes.Length;)
            {
                // What was not consumed comes again, with more behind it, as from a PipeReader.
                var arrived = Math.Min(bytes.Length - position, random.Next(1, 60));
                rest = (byte[])[.. rest.Span, .. bytes.AsSpan(position, arrived)];
                position += arrived;
                var buffer = Segments.Cut(rest, random, 1 + random.Next(20));
                frames.AddRange(ReadAll(buffer, parser, out var left));
                rest = left;
            }

            Assert.True(Expected.SequenceEqual(frames), $"seed {seed}, round {round}: {string.Join(" | ", frames)}");
            Assert.True(rest.IsEmpty, $"seed {seed}, round {round}");
        }
    }

    [Fact]
    public void Damaged_streams_end_in_a_typed_error_or_wait_for_more()
    {
        var seed = Environment.TickCount;
        var random = new Random(seed);
        var refused = 0;
        for (var round = 0; round < 20_000; round++)
        {
            var bytes = Encoding.ASCII.GetBytes(Stream);
            for (var damage = random.Next(1, 4); damage > 0; damage--) bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
            try
            {
                ReadAll(Segments.Cut(bytes, random, 50), new NatsParser());
            }
            catch (BrokerProtocolException)
            {
                refused++;
            }
            catch (Exception error)
            {
                Assert.Fail($"seed {seed}, round {round}: {error}");
            }
        }

        Assert.InRange(refused, 1000, 20_000);
    }

    [Theory]
    [InlineData("\r\n")]
    [InlineData("PING\n")]
    [InlineData("HTTP/1.1 400 Bad Request\r\n")]
    [InlineData("PINGS\r\n")]
    [InlineData("MSG a 1\r\n")]
    [InlineData("MSG a 1 -1\r\n")]
    [InlineData("MSG a x 1\r\n")]
    [InlineData("MSG a 1 r 1 2\r\n")]
    [InlineData("MSG a 1 999999999999\r\n")]
    [InlineData("MSG a 1 99999999\r\n")]
    [InlineData("MSG a 1 1\r\nxyz")]
    [InlineData("HMSG a 1 5\r\n")]
    [InlineData("HMSG a 1 6 5\r\n")]
    [InlineData("HMSG a 1 r 1 2 3\r\n")]
    public void Refuses_what_is_not_the_protocol(string text) =>
        Assert.Throws<BrokerProtocolException>(() => ReadAll(new ReadOnlySequence<byte>(Encoding.ASCII.GetBytes(text)), new NatsParser()));

    [Fact]
    public void Refuses_a_line_without_an_end()
    {
        var endless = new byte[NatsParser.LineBytesMax + 1];
        Array.Fill(endless, (byte)'a');
        Assert.Throws<BrokerProtocolException>(() => ReadAll(new ReadOnlySequence<byte>(endless), new NatsParser()));
        Assert.Throws<BrokerProtocolException>(() => ReadAll(Segments.Cut((byte[])[.. endless, (byte)'\n'], new Random(1), 4096), new NatsParser()));
    }

    [Theory]
    [InlineData("NATS/1.0 503\r\n\r\n", true)]
    [InlineData("NATS/1.0\r\nStatus: 503\r\n\r\n", false)]
    [InlineData("NATS/1.0", false)]
    public void Knows_the_status_of_no_responders(string headers, bool noResponders) =>
        Assert.Equal(noResponders, NatsHeaders.IsNoResponders(new ReadOnlySequence<byte>(Encoding.ASCII.GetBytes(headers))));

    private static List<string> ReadAll(ReadOnlySequence<byte> buffer, NatsParser parser) => ReadAll(buffer, parser, out _);

    private static List<string> ReadAll(ReadOnlySequence<byte> buffer, NatsParser parser, out ReadOnlyMemory<byte> rest)
    {
        var frames = new List<string>();
        while (parser.TryRead(ref buffer, out var frame))
        {
            frames.Add(frame.Operation == NatsOperation.Message
                ? $"Message:{Text(frame.Subject)},{frame.SubscriptionId},{Text(frame.ReplyTo)},{Text(frame.Headers.ToArray())},{Text(frame.Payload.ToArray())}"
                : $"{frame.Operation}:{Text(frame.Text)}");
        }

        rest = buffer.ToArray();
        return frames;
    }

    private static string Text(ReadOnlySpan<byte> bytes) => Encoding.Latin1.GetString(bytes);
}
