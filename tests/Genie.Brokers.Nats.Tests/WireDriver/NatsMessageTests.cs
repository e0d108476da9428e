using System.Net.Sockets;
using System.Text;
using Genie.Brokers.Nats.Tests.Servers;

namespace Genie.Brokers.Nats.Tests.WireDriver;

/// <summary>Sizes, groups, answers, and getting on with other clients.</summary>
public sealed class NatsMessageTests(NatsFixture fixture) : IClassFixture<NatsFixture>
{
    [SkippableFact]
    public async Task A_request_that_nobody_receives_fails_at_once()
    {
        Skip.If(NatsFixture.Unavailable is not null, NatsFixture.Unavailable);
        await using var broker = WireTesting.Create(fixture.Options);
        await using var connection = await broker.ConnectAsync("nobody", new ConnectionOptions { RequestTimeout = TimeSpan.FromMinutes(5) }, default);
        var error = await Assert.ThrowsAsync<UnroutableException>(() => connection.RequestAsync(new byte[1], default).AsTask().WaitAsync(WireTesting.SafetyNet));
        Assert.Contains("'nobody'", error.Message, StringComparison.Ordinal);
    }

    [SkippableFact]
    public async Task The_servers_limit_is_kept_before_sending_and_in_answers()
    {
        Skip.If(NatsFixture.Unavailable is not null, NatsFixture.Unavailable);
        await using var server = await TestServer.StartAsync("max_payload: 1000");
        await using var broker = WireTesting.Create(server.Options);
        await using var listener = await broker.ListenAsync("c", new ListenOptions(), (message, reply, _) =>
        {
            reply.GetSpan(2000)[..2000].Clear();
            reply.Advance(message.Length == 1 ? 2000 : (int)message.Length);
            return ValueTask.CompletedTask;
        }, default);
        await using var connection = await broker.ConnectAsync("c", new ConnectionOptions(), default);
        Assert.Equal(999, broker.Traits.MaxPayloadBytes);

        var error = await Assert.ThrowsAsync<PayloadTooLargeException>(async () => await connection.RequestAsync(new byte[1000], default));
        Assert.Equal(999, error.MaxPayloadBytes);
        await Assert.ThrowsAsync<PayloadTooLargeException>(async () => await connection.SendAsync(new byte[1000], default));
        using (var reply = await connection.RequestAsync(new byte[999], default)) Assert.Equal(999, reply.Payload.Length);
        var tooLarge = await Assert.ThrowsAsync<RemoteHandlerException>(async () => await connection.RequestAsync(new byte[1], default));
        Assert.Contains("2,000 bytes", tooLarge.Message, StringComparison.Ordinal);
        using (var reply = await connection.RequestAsync(new byte[2], default)) Assert.Equal(2, reply.Payload.Length);
    }

    [SkippableFact]
    public async Task Each_group_gets_every_message_once()
    {
        Skip.If(NatsFixture.Unavailable is not null, NatsFixture.Unavailable);
        await using var broker = WireTesting.Create(fixture.Options);
        var counts = new int[4];
        for (var i = 0; i < counts.Length; i++)
        {
            var member = i;
            await broker.ListenAsync("groups", new ListenOptions { Group = member < 2 ? "a" : "b" }, (_, _, _) =>
            {
                Interlocked.Increment(ref counts[member]);
                return ValueTask.CompletedTask;
            }, default);
        }

        await using var connection = await broker.ConnectAsync("groups", new ConnectionOptions { Confirmation = Confirmation.Accepted }, default);
        await Task.WhenAll(Enumerable.Range(0, 1000).Select(_ => connection.SendAsync(new byte[8], default).AsTask()));
        var deadline = DateTime.UtcNow + WireTesting.SafetyNet;
        while (counts.Sum() < 2000 && DateTime.UtcNow < deadline) await Task.Delay(10);
        await Task.Delay(50);
        Assert.Equal((1000, 1000), (counts[0] + counts[1], counts[2] + counts[3]));
        Assert.All(counts, count => Assert.NotEqual(0, count));
    }

    [SkippableTheory]
    [InlineData(false, false)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(true, true)]
    public async Task Inline_continuations_and_handlers_change_nothing_but_the_thread(bool continuations, bool handler)
    {
        Skip.If(NatsFixture.Unavailable is not null, NatsFixture.Unavailable);
        await using var broker = WireTesting.Create(fixture.Options);
        var channel = $"inline-{continuations}-{handler}";
        await using var listener = await broker.ListenAsync(channel, new ListenOptions { InlineHandler = handler }, WireTesting.Echo, default);
        await using var connection = await broker.ConnectAsync(channel, new ConnectionOptions { InlineContinuations = continuations }, default);
        await Task.WhenAll(Enumerable.Range(0, 64).Select(async sender =>
        {
            for (var i = 0; i < 200; i++)
            {
                var message = BitConverter.GetBytes((sender * 1000) + i);
                using var reply = await connection.RequestAsync(message, default);
                Assert.Equal(message, reply.Payload.ToArray());
            }
        })).WaitAsync(WireTesting.SafetyNet);
    }

    [SkippableFact]
    public async Task A_client_that_knows_nothing_of_ours_can_ask_and_answer()
    {
        Skip.If(NatsFixture.Unavailable is not null, NatsFixture.Unavailable);
        await using var broker = WireTesting.Create(fixture.Options);
        await using var listener = await broker.ListenAsync("asked", new ListenOptions(), WireTesting.Echo, default);
        using var foreign = new TcpClient();
        await foreign.ConnectAsync(fixture.Plain.Url.Host, fixture.Plain.Url.Port);
        await using var stream = foreign.GetStream();
        var replyTo = "answers." + new string('x', 300);
        await stream.WriteAsync(Encoding.ASCII.GetBytes(
            $"CONNECT {{\"verbose\":false,\"headers\":true}}\r\nSUB {replyTo} 1\r\nSUB genie.answered 2\r\nPUB genie.asked {replyTo} 5\r\nhello\r\nPING\r\n"));
        using var reader = new StreamReader(stream, Encoding.ASCII);
        Assert.Equal($"MSG {replyTo} 1 6", await NextAsync(reader, "MSG"));
        Assert.Equal("\0hello", await reader.ReadLineAsync());

        // It answers with headers, which carry nothing of ours and are passed over.
        await using var connection = await broker.ConnectAsync("answered", new ConnectionOptions(), default);
        var asking = connection.RequestAsync(Encoding.ASCII.GetBytes("question"), default);
        var request = await NextAsync(reader, "MSG genie.answered");
        var inbox = request.Split(' ')[3];
        await stream.WriteAsync(Encoding.ASCII.GetBytes($"HPUB {inbox} 20 27\r\nNATS/1.0\r\nA: 503\r\n\r\n\0answer\r\n"));
        using var reply = await asking;
        Assert.Equal("answer", Encoding.ASCII.GetString(reply.Payload.Span));
    }

    [SkippableTheory]
    [InlineData("a b")]
    [InlineData("a.>")]
    [InlineData("a\r\nPUB x 0\r\n")]
    [InlineData("")]
    public async Task A_channel_that_would_be_another_command_is_refused(string channel)
    {
        await using var broker = WireTesting.Create(new NatsOptions());
        await Assert.ThrowsAsync<BrokerSettingException>(async () => await broker.ConnectAsync(channel, new ConnectionOptions(), default));
        await Assert.ThrowsAsync<BrokerSettingException>(async () => await broker.ListenAsync("c", new ListenOptions { Group = channel }, WireTesting.Echo, default));
    }

    private static async Task<string> NextAsync(StreamReader reader, string beginning)
    {
        while (true)
        {
            var line = await reader.ReadLineAsync() ?? throw new EndOfStreamException();
            if (line.StartsWith(beginning, StringComparison.Ordinal)) return line;
        }
    }
}
