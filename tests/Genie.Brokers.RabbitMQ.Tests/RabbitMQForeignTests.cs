using System.Diagnostics;
using System.Text;
using Genie.Brokers.RabbitMQ.Official;
using Genie.Testing;

namespace Genie.Brokers.RabbitMQ.Tests;

/// <summary>The driver on one side, pika (Debian: python3-pika) on the other.</summary>
[Collection(RabbitMQServerTests.Name)]
public sealed class RabbitMQForeignTests(RabbitMQServerFixture fixture) : ForeignHeaderTests
{
    private static readonly PythonScript Pika = new("pika", "python3-pika");

    [SkippableFact]
    public async Task Every_form_of_message_reaches_the_listener_as_it_was()
    {
        await using var broker = CreateBroker();
        var received = new ReceivedTexts();
        await using var listener = await broker.ListenAsync(Channel, new ListenOptions(), received.HandleAsync, default);
        await ForeignProgram.RunAsync(StartPeer("publish"), "");
        string[] sent = ["plain", "", "persistent", "headers", "correlation of no request"];
        Assert.Equal(sent, await received.TakeAsync(sent.Length));
    }

    [SkippableFact]
    public async Task It_answers_our_requests()
    {
        await using var broker = CreateBroker();
        await using var connection = await broker.ConnectAsync(Channel, new ConnectionOptions { RequestTimeout = TimeSpan.FromSeconds(60) }, default);
        var peer = ForeignProgram.RunAsync(StartPeer("answer"), "");
        using var reply = await Exchanges.AskUntilSomebodyListensAsync(connection, "question"u8.ToArray(), peer);
        Assert.Equal("noitseuq", Encoding.ASCII.GetString(reply.Payload.Span));
        await peer;
    }

    protected override IBroker CreateBroker()
    {
        fixture.Require();
        if (Pika.WhyUnavailable() is { } reason) Skip.If(true, reason);
        return new RabbitMQBroker(fixture.Options);
    }

    protected override Process StartPeer(string command) => Pika.Start("pika_peer.py", $"{fixture.Server.Url.Port}", command, $"genie.{Channel}");
}
