using System.Text;
using Genie.Brokers.Multiplexing;
using Genie.Testing;

namespace Genie.Brokers.Mqtt.Tests;

/// <summary>The wire driver on one side, paho-mqtt (Debian: python3-paho-mqtt) on the other.</summary>
[Collection(MosquittoTests.Name)]
public sealed class MqttForeignTests(MosquittoFixture fixture)
{
    private const string Script = "paho_peer.py";
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(60);
    private static readonly PythonScript Paho = new("paho.mqtt.client", "python3-paho-mqtt");

    private readonly string _channel = $"foreign-{Guid.NewGuid():n}";

    private string Topic => fixture.Options.TopicPrefix + _channel;

    [SkippableFact]
    public async Task Every_form_of_message_reaches_the_listener_as_it_was()
    {
        Require();
        await using var broker = Create(fixture.Options);
        var received = new ReceivedTexts();
        var listener = await broker.ListenAsync(_channel, new ListenOptions(), received.HandleAsync, default);
        await PeerAsync("publish");
        string[] sent = ["plain", "retained", "exactly once", "", "alias named", "alias alone", "properties", "version 3.1.1"];
        Assert.Equal(sent, await received.TakeAsync(sent.Length));
        await listener.DisposeAsync();

        // What is retained is no message that was missed: who listens next gets what is sent from then on.
        var again = new ReceivedTexts();
        await using var next = await broker.ListenAsync(_channel, new ListenOptions(), again.HandleAsync, default);
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions { Confirmation = Confirmation.Accepted }, default);
        await connection.SendAsync("ours"u8.ToArray(), default);
        Assert.Equal(["ours"], await again.TakeAsync(1));
    }

    [SkippableFact]
    public async Task It_asks_with_a_correlation_of_its_own_and_is_answered()
    {
        Require();
        await using var broker = Create(fixture.Options);
        await using var listener = await broker.ListenAsync(_channel, new ListenOptions(), Exchanges.Echo, default);
        var said = await PeerAsync("request");
        Assert.Equal("a correlation that is not eight bytes long", Encoding.ASCII.GetString(Convert.FromHexString(said[0])));
        Assert.Equal([ReplyEnvelope.Success, .. "question"u8], Convert.FromHexString(said[1]));
    }

    [SkippableFact]
    public async Task It_answers_our_requests()
    {
        Require();
        await using var broker = Create(fixture.Options with { RequestQos = MqttQos.AtLeastOnce });
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions { RequestTimeout = Timeout }, default);
        var peer = PeerAsync("answer");
        using var reply = await Exchanges.AskUntilSomebodyListensAsync(connection, "question"u8.ToArray(), peer);
        Assert.Equal("noitseuq", Encoding.ASCII.GetString(reply.Payload.Span));
        await peer;
    }

    private static IBroker Create(MqttOptions options) => MqttDrivers.All.Single(driver => driver.Client == "wire").Create(options);

    private Task<string[]> PeerAsync(string command) => Paho.RunAsync(Script, "", $"{fixture.Options.Url.Port}", command, Topic);

    private void Require()
    {
        fixture.Require();
        if (Paho.WhyUnavailable() is { } reason) Skip.If(true, reason);
    }
}
