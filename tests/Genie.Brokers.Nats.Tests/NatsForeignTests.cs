using System.Diagnostics;
using System.Text;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.Nats.Tests.Servers;
using Genie.Testing;

namespace Genie.Brokers.Nats.Tests;

/// <summary>Both drivers on one side; on the other NATS' text protocol by hand, in Python, as nats-py speaks it.</summary>
public sealed class NatsForeignTests(NatsFixture fixture) : IClassFixture<NatsFixture>
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(60);
    private static readonly PythonScript Python = new("socket", "python3");

    private readonly string _channel = Exchanges.NewChannel();

    public static TheoryData<string> Clients => [.. NatsDrivers.All.Select(driver => driver.Client)];

    [SkippableTheory]
    [MemberData(nameof(Clients))]
    public async Task Every_form_of_message_reaches_the_listener_as_it_was(string client)
    {
        await using var broker = Create(client);
        var received = new ReceivedTexts();
        await using var listener = await broker.ListenAsync(_channel, new ListenOptions(), received.HandleAsync, default);
        await PeerAsync("publish");
        var largest = new string('x', (1 << 20) - "NATS/1.0\r\nlong: \r\n\r\n".Length - 30_000);
        string[] sent = ["plain", "", "reply wanted by nobody", "headers", "", "status", "lower case", "line\r\nends\r\n", "pieces", largest];
        Assert.Equal(sent, await received.TakeAsync(sent.Length));
    }

    [SkippableTheory]
    [MemberData(nameof(Clients))]
    public async Task It_receives_what_we_send_byte_for_byte(string client)
    {
        await using var broker = Create(client);
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions { Confirmation = Confirmation.Accepted }, default);
        using var peer = Start("receive");
        Assert.Equal("ready", await LineAsync(peer));
        byte[][] sent = [[0, 13, 10], [], [.. Enumerable.Range(0, 100_000).Select(number => (byte)number)]];
        foreach (var message in sent) await connection.SendAsync(message, default);
        foreach (var message in sent) Assert.Equal($"payload {Convert.ToHexStringLower(message)}", await LineAsync(peer));
    }

    [SkippableTheory]
    [MemberData(nameof(Clients))]
    public async Task It_asks_and_is_answered_and_hears_of_it_where_nobody_listens(string client)
    {
        await using var broker = Create(client);
        await using (await broker.ListenAsync(_channel, new ListenOptions(), Exchanges.Echo, default))
            Assert.Equal(["headers ", $"payload {Convert.ToHexStringLower([ReplyEnvelope.Success, .. "question"u8])}"], await PeerAsync("request"));
        Assert.Equal(["headers NATS/1.0 503", "payload "], await PeerAsync("request"));
    }

    [SkippableTheory]
    [MemberData(nameof(Clients))]
    public async Task It_answers_our_requests(string client)
    {
        await using var broker = Create(client);
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions { RequestTimeout = Timeout }, default);
        var peer = PeerAsync("answer");
        using var reply = await Exchanges.AskUntilSomebodyListensAsync(connection, "question"u8.ToArray(), peer);
        Assert.Equal("noitseuq", Encoding.ASCII.GetString(reply.Payload.Span));
        await peer;
    }

    [SkippableTheory]
    [MemberData(nameof(Clients))]
    public async Task A_status_of_no_responders_fails_the_request_whoever_sends_it(string client)
    {
        await using var broker = Create(client);
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions { RequestTimeout = Timeout }, default);
        var peer = PeerAsync("no-responders");
        while (!peer.IsCompleted) await Assert.ThrowsAsync<UnroutableException>(async () => await connection.RequestAsync("question"u8.ToArray(), default));
        await peer;
    }

    [SkippableTheory]
    [MemberData(nameof(Clients))]
    public async Task An_answer_without_a_status_byte_is_named(string client)
    {
        await using var broker = Create(client);
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions { RequestTimeout = Timeout }, default);
        var peer = PeerAsync("service-error");
        var error = await Assert.ThrowsAsync<BrokerException>(async () => await Exchanges.AskUntilSomebodyListensAsync(connection, "question"u8.ToArray(), peer));
        Assert.Contains("the other side is not a Genie listener", error.Message, StringComparison.Ordinal);
        Assert.False(error.IsTransient);
        await peer;
    }

    private static async Task<string?> LineAsync(Process peer) => await peer.StandardOutput.ReadLineAsync().WaitAsync(Timeout);

    private IBroker Create(string client)
    {
        Skip.If(NatsFixture.Unavailable is not null, NatsFixture.Unavailable);
        if (Python.WhyUnavailable() is { } reason) Skip.If(true, reason);
        return NatsDrivers.All.Single(driver => driver.Client == client).Create(fixture.Options);
    }

    private Process Start(string command) => Python.Start("nats_peer.py", $"{fixture.Plain.Url.Port}", command, $"genie.{_channel}");

    private Task<string[]> PeerAsync(string command) => Python.RunAsync("nats_peer.py", "", $"{fixture.Plain.Url.Port}", command, $"genie.{_channel}");
}
