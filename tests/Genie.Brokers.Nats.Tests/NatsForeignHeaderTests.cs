using System.Diagnostics;
using Genie.Brokers.Nats.Tests.Servers;
using Genie.Testing;

namespace Genie.Brokers.Nats.Tests;

/// <summary>Headers as NATS' own, with its text protocol by hand on the other side.</summary>
public abstract class NatsForeignHeaderTests(NatsFixture fixture, string client) : ForeignHeaderTests
{
    private static readonly PythonScript Python = new("socket", "python3");

    // By which JetStream, too, knows a message that was sent twice.
    protected override string IdHeader => "Nats-Msg-Id";

    protected override IBroker CreateBroker()
    {
        Skip.If(NatsFixture.Unavailable is not null, NatsFixture.Unavailable);
        if (Python.WhyUnavailable() is { } reason) Skip.If(true, reason);
        return NatsDrivers.All.Single(driver => driver.Client == client).Create(fixture.Options);
    }

    protected override Process StartPeer(string command) => Python.Start("nats_peer.py", $"{fixture.Plain.Url.Port}", command, $"genie.{Channel}");
}

public sealed class NatsWireForeignHeaderTests(NatsFixture fixture) : NatsForeignHeaderTests(fixture, "wire"), IClassFixture<NatsFixture>
{
    [SkippableTheory]
    [InlineData("a:b", "value", "a colon")]
    [InlineData("name", "two\nlines", "a line break")]
    [InlineData("name", " value", "white space")]
    public async Task A_header_that_receivers_would_read_otherwise_is_refused(string name, string value, string why)
    {
        await using var client = new Messaging.MessageClient(CreateBroker(), new Messaging.MessagingOptions { NativeHeaders = true });
        await using var sender = await client.ConnectAsync(Channel, new ConnectionOptions(), default);
        var message = new Messaging.Message(default(ReadOnlyMemory<byte>)) { Headers = new Dictionary<string, string> { [name] = value } };
        var error = await Assert.ThrowsAsync<MessageHeadersException>(async () => await sender.SendAsync(message, default));
        Assert.Contains(why, error.Message, StringComparison.Ordinal);
    }
}

public sealed class NatsOfficialForeignHeaderTests(NatsFixture fixture) : NatsForeignHeaderTests(fixture, "official"), IClassFixture<NatsFixture>;
