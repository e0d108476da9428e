using Genie.Brokers.ActiveMQ.Tests.Foreign;
using Genie.Brokers.ActiveMQ.Tests.Servers;
using Genie.Servers;

namespace Genie.Brokers.ActiveMQ.Tests.Official;

/// <summary>What the suite does not ask of the official client.</summary>
public abstract class OfficialFeatureTests(ActiveMQFixture fixture) : StompPyTests(fixture, "official")
{
    [SkippableTheory]
    [InlineData("wire", "official")]
    [InlineData("official", "wire")]
    public async Task Each_client_asks_and_the_other_answers(string asking, string answering)
    {
        Skip.If(Fixture.Unavailable is not null, Fixture.Unavailable);
        await using var asker = Clients.Create(Fixture.Options, asking);
        await using var answerer = Clients.Create(Fixture.Options, answering);
        var channel = Clients.NewChannel();
        await using var listener = await answerer.ListenAsync(channel, new ListenOptions(), Clients.Echo, default);
        await using var connection = await asker.ConnectAsync(channel, new ConnectionOptions(), default);
        await Clients.ExpectAnswersAsync(connection);
        await connection.SendAsync(new byte[1], default);
        await connection.FlushAsync(default);
    }

    [SkippableTheory]
    [InlineData("wire")]
    [InlineData("official")]
    public async Task Where_the_first_server_is_away_a_further_one_is_taken(string client)
    {
        Skip.If(Fixture.Unavailable is not null, Fixture.Unavailable);
        var there = Fixture.Options;
        var away = there with { Url = new Uri($"stomp://127.0.0.1:{Ports.PickFree()}"), FurtherServers = $"127.0.0.1:{Fixture.PlainPorts.Plain}" };
        await using var broker = Clients.Create(away, client);
        var channel = Clients.NewChannel();
        await using var listener = await broker.ListenAsync(channel, new ListenOptions(), Clients.Echo, default);
        await using var connection = await broker.ConnectAsync(channel, new ConnectionOptions(), default);
        await Clients.ExpectAnswersAsync(connection);
    }

    [SkippableFact]
    public async Task Many_connections_can_be_opened_at_once()
    {
        Skip.If(Fixture.Unavailable is not null, Fixture.Unavailable);
        await using var broker = Clients.Create(Fixture.Options with { ConnectTimeout = Clients.SafetyNet }, "official");
        var channel = Clients.NewChannel();
        await using var listener = await broker.ListenAsync(channel, new ListenOptions(), Clients.Echo, default);
        await Task.WhenAll(Enumerable.Range(0, 48).Select(async _ =>
        {
            await using var connection = await broker.ConnectAsync(channel, new ConnectionOptions { RequestTimeout = Clients.SafetyNet }, default);
            await Clients.ExpectAnswersAsync(connection);
        }));
    }

    [SkippableFact]
    public async Task A_buffered_message_is_not_reported_as_sent_while_nobody_takes_it()
    {
        Skip.If(Fixture.Unavailable is not null, Fixture.Unavailable);
        await using var broker = Clients.Create(Fixture.Options, "official");
        var channel = Clients.NewChannel();
        await using var connection = await broker.ConnectAsync(
            channel, new ConnectionOptions { Confirmation = Confirmation.Buffered, RequestTimeout = TimeSpan.FromSeconds(2) }, default);
        await connection.SendAsync(new byte[1], default);
        await using (await Fixture.HaltAsync())
        {
            // The kernel takes some, the client's queue some more; then a message that nobody takes is not reported as sent.
            var error = await Record.ExceptionAsync(async () =>
            {
                for (var i = 0; i < 10_000; i++) await connection.SendAsync(new byte[100_000], default);
            });
            Assert.True(error is BrokerException { IsTransient: true }, $"{error}");
        }
    }

    [SkippableFact]
    public async Task An_authority_of_ones_own_is_refused_with_the_reason()
    {
        await using var broker = Clients.Create(new ActiveMQOptions { TlsCaFile = "ca.pem", Tls = true }, "official");
        var error = await Assert.ThrowsAsync<BrokerSettingException>(async () => await broker.ConnectAsync("c", new ConnectionOptions(), default));
        Assert.Contains("SSL_CERT_FILE", error.Message, StringComparison.Ordinal);
    }
}

public sealed class OfficialOnArtemisFeatureTests(ArtemisFixture fixture) : OfficialFeatureTests(fixture), IClassFixture<ArtemisFixture>;

public sealed class OfficialOnClassicFeatureTests(ClassicFixture fixture) : OfficialFeatureTests(fixture), IClassFixture<ClassicFixture>;
