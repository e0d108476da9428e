using Genie.Brokers;
using Genie.Brokers.Nats;
using Genie.Messaging.DeadLetters;
using Genie.Servers;
using Genie.Testing;

namespace Genie.Messaging.Tests;

/// <summary>A system that keeps nothing: redelivery is this process's, and there are no dead letters.</summary>
public sealed class NatsMessagingTests(NatsMessagingTests.Fixture fixture) : MessagingTests, IClassFixture<NatsMessagingTests.Fixture>
{
    [SkippableFact]
    public async Task Dead_letters_are_refused_where_nothing_keeps_them()
    {
        await using var client = new MessageClient(CreateBroker());
        var options = new SubscribeOptions { DeadLetters = new ChannelDeadLetters() };

        var error = await Assert.ThrowsAsync<MessagingException>(async () => await client.SubscribeAsync(OrdersChannel, options, (_, _) => ValueTask.CompletedTask, Stop));

        Assert.Contains("nats keeps no message", error.Message, StringComparison.Ordinal);
    }

    [SkippableFact]
    public async Task A_lost_link_is_seen_and_opened_again()
    {
        await using var client = new MessageClient(CreateBroker());
        Skip.If(fixture.Server.Process is null, "the server is the user's");
        var (away, back) = (new TaskCompletionSource(), new TaskCompletionSource());
        await using var subscription = await client.SubscribeAsync(OrdersChannel, new SubscribeOptions(), (_, _) => ValueTask.CompletedTask, Stop);
        subscription.StateChanged += state =>
        {
            if (state == SubscriptionState.Reconnecting) away.TrySetResult();
            if (state == SubscriptionState.Active && away.Task.IsCompleted) back.TrySetResult();
        };

        await fixture.Server.CrashAndRestartAsync(TimeSpan.FromMilliseconds(300));

        await away.Task.WaitAsync(Stop);
        await back.Task.WaitAsync(Stop);
        Assert.Equal(SubscriptionState.Active, subscription.State);
    }

    protected override IBroker CreateBroker()
    {
        Skip.If(fixture.Unavailable is not null, fixture.Unavailable);
        return NatsDrivers.All.Single(driver => driver.Client == "wire").Create(new NatsOptions { Url = fixture.Server.Url });
    }

    public sealed class Fixture : IAsyncLifetime
    {
        private ServerUnderTest? _server;

        public string? Unavailable { get; } = ServerUnderTest.WhyUnavailable("nats", NatsServer.IsInstalled);

        public ServerUnderTest Server => _server!;

        public async Task InitializeAsync()
        {
            if (Unavailable is null) _server = await ServerUnderTest.StartAsync("nats", "nats", (folder, port) => NatsServer.StartAsync(folder, port, null, default));
        }

        public async Task DisposeAsync()
        {
            if (_server is not null) await _server.DisposeAsync();
        }
    }
}
