using Genie.Brokers.Pulsar.Tests.Servers;
using Genie.Brokers.Pulsar.Wire;

namespace Genie.Brokers.Pulsar.Tests.WireDriver;

/// <summary>Topics that another broker serves than the one that was asked.</summary>
[Collection(PulsarServersDefinition.Name)]
public sealed class LookUpTests(PulsarServers servers)
{
    [SkippableTheory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_look_up_that_leads_elsewhere_is_followed_for_messages_and_for_answers(bool isFinal)
    {
        var server = await servers.PlainAsync();
        await using var member = new RedirectingBroker(server.Options.Url, isFinal) { Assign = AssignAsync };
        await using var broker = Clients.Create(server.Options with { Url = member.Url });
        var channel = Clients.NewChannel();
        await using var listener = await broker.ListenAsync(channel, new ListenOptions(), Clients.Echo, default);
        await using var connection = await broker.ConnectAsync(channel, Clients.LongTimeout, default);
        await Clients.ExpectAnswersAsync(connection);

        // The listener's topic, the connection's, and that of its answers at both ends.
        Assert.InRange(member.LookUps, 4, int.MaxValue);
        await listener.DisposeAsync();
        await broker.DeleteChannelAsync(channel, default);

        async Task AssignAsync(string topic)
        {
            await using var session = await PulsarOpening.OpenAsync(server.Options, server.Options.Link, new PulsarVisit(topic), default);
        }
    }

    [Fact]
    public async Task Where_nobody_is_at_the_end_of_a_look_up_that_is_said()
    {
        await using var second = new RedirectingBroker(new Uri("pulsar://127.0.0.1:1"), isFinal: true);
        await using var first = new RedirectingBroker(second.Url, isFinal: false);
        await using var broker = Clients.Create(new PulsarOptions { Url = first.Url, ConnectTimeout = TimeSpan.FromSeconds(5) });
        await Assert.ThrowsAsync<BrokerUnreachableException>(async () => await broker.ConnectAsync("c", Clients.LongTimeout, default));
    }
}
