using System.Diagnostics;
using System.Text;
using Genie.Brokers.ActiveMQ.Tests.Servers;
using Genie.Brokers.Multiplexing;
using Genie.Testing;

namespace Genie.Brokers.ActiveMQ.Tests.Foreign;

/// <summary>One of our clients on one side, stomp.py (Debian: python3-stomp) on the other.</summary>
public abstract class StompPyTests(ActiveMQFixture fixture, string client) : ForeignHeaderTests
{
    private static readonly PythonScript StompPy = new("stomp", "python3-stomp");

    /// <summary>The servers.</summary>
    protected ActiveMQFixture Fixture => fixture;

    [SkippableFact]
    public async Task Every_form_of_message_of_stomp_py_reaches_the_listener_as_it_was()
    {
        await using var broker = CreateBroker();
        var received = new ReceivedTexts();
        await using var listener = await broker.ListenAsync(Channel, new ListenOptions(), received.HandleAsync, default);
        await StompPyAsync("publish");
        string[] sent =
        [
            "no length", "L\u00e4nge, ohne", "with\0length", "", "headers", "in a transaction", "version 1.1", "version 1.0", new string('x', 200_000),
        ];
        var arrived = (await received.TakeAsync(sent.Length + 1)).ToList();
        // Sent with the highest priority: it overtakes whatever still waits in the server.
        Assert.True(arrived.Remove("persistent, of the highest priority"));
        Assert.Equal(sent, arrived);
    }

    [SkippableFact]
    public async Task Stomp_py_receives_what_we_send_byte_for_byte()
    {
        await using var broker = CreateBroker();
        await using var connection = await broker.ConnectAsync(Channel, new ConnectionOptions { Confirmation = Confirmation.Persisted }, default);
        byte[][] sent = [[1, 2, 3], [], [0, 10, 0, 13], [.. "text"u8], [.. Enumerable.Range(0, 100_000).Select(number => (byte)number)]];
        foreach (var message in sent) await connection.SendAsync(message, default);
        var said = await StompPyAsync("receive", $"{sent.Length}");
        Assert.Equal(sent.Select(message => $"body {Convert.ToHexStringLower(message)}"), said);
    }

    [SkippableFact]
    public async Task Stomp_py_asks_with_a_correlation_of_its_own_and_is_answered()
    {
        await using var broker = CreateBroker();
        await using var listener = await broker.ListenAsync(Channel, new ListenOptions(), Clients.Echo, default);
        var said = await StompPyAsync("request", fixture.Destination("answers-" + Channel));
        Assert.Equal(["correlation a:b\\c", $"body {Convert.ToHexStringLower([ReplyEnvelope.Success, .. "question"u8])}"], said);
    }

    [SkippableFact]
    public async Task Stomp_py_answers_our_requests()
    {
        await using var broker = CreateBroker();
        await using var connection = await broker.ConnectAsync(Channel, new ConnectionOptions { RequestTimeout = Clients.SafetyNet }, default);
        var peer = StompPyAsync("answer");
        using (var reply = await connection.RequestAsync("question"u8.ToArray(), default)) Assert.Equal("noitseuq", Encoding.ASCII.GetString(reply.Payload.Span));
        await peer;
    }

    [SkippableFact]
    public async Task An_answer_of_stomp_py_without_a_status_byte_is_named()
    {
        await using var broker = CreateBroker();
        await using var connection = await broker.ConnectAsync(Channel, new ConnectionOptions { RequestTimeout = Clients.SafetyNet }, default);
        var peer = StompPyAsync("answer-as-text");
        var error = await Assert.ThrowsAsync<BrokerException>(async () => await connection.RequestAsync("question"u8.ToArray(), default));
        Assert.Contains("unknown status 110: the other side is not a Genie listener", error.Message, StringComparison.Ordinal);
        Assert.False(error.IsTransient);
        await peer;
    }

    /// <inheritdoc/>
    protected override IBroker CreateBroker()
    {
        Skip.If(fixture.Unavailable is not null, fixture.Unavailable);
        if (StompPy.WhyUnavailable() is { } reason) Skip.If(true, reason);
        return Clients.Create(fixture.Options, client);
    }

    /// <inheritdoc/>
    protected override Process StartPeer(string command) => Start(command, command == "request" ? [fixture.Destination("answers-" + Channel)] : []);

    private Task<string[]> StompPyAsync(string command, params string[] further) => ForeignProgram.RunAsync(Start(command, further), "");

    private Process Start(string command, string[] further) =>
        StompPy.Start("stomp_peer.py", [$"{fixture.PlainPorts.Plain}", command, fixture.Destination("genie." + Channel), .. further]);
}
