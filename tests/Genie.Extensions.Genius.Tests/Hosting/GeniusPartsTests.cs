using System.Collections.Concurrent;
using Genie.EventStore;
using Genie.Extensions.Genius.Delivery.Push;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Roles;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Testing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Xunit.Abstractions;

namespace Genie.Extensions.Genius.Tests.Hosting;

public sealed class GeniusPartsTests(ITestOutputHelper output) : IAsyncLifetime, IDisposable
{
    private readonly StoreFolder _folder = new();
    private readonly ManualClock _clock = new();
    private IEventStore _store = null!;

    public async Task InitializeAsync() => _store = await _folder.OpenAsync(_clock);

    public async Task DisposeAsync() => await _store.DisposeAsync();

    public void Dispose() => _folder.Dispose();

    /// <summary>A worker that ends by an error of the store is begun again, and goes on where it was.</summary>
    [Fact]
    public async Task A_hosts_delivery_goes_on_after_failures_of_the_store()
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var flaky = new FlakyStore(_store, new Random(seed), oneIn: 4);
        var channel = new RecordingChannel();
        var options = new DeliveryOptions { Subscription = "sub", Clock = _clock };
        using var host = await StartAsync(flaky, services => services.AddGeniusDelivery(options, _ => channel));
        for (var i = 0; i < 30; i++) await _store.AppendTextAsync("s", $"{i}");

        await Until.TrueAsync(() => channel.Delivered.Count == 30 && flaky.Failures > 0, () => _clock.Advance(TimeSpan.FromSeconds(5)));

        await host.StopAsync();
        Assert.Empty(await host.Services.GetRequiredKeyedService<DeliveryWorker>("sub").ReadDeadLettersAsync(default));
    }

    [Fact]
    public async Task A_hosts_group_gives_up_members_that_are_not_heard_of()
    {
        using var host = await StartAsync(_store, services => services.AddGeniusMemberGroup("hall", new MemberGroupOptions { Clock = _clock }).AddGeniusMemberGroup("other"));
        var group = host.Services.GetRequiredKeyedService<HostedMemberGroup>("hall").Group;
        await group.JoinAsync("ann", default);
        Assert.Empty(host.Services.GetRequiredKeyedService<HostedMemberGroup>("other").Group.State.Members);

        await Until.TrueAsync(() => group.State.Members.IsEmpty, () => _clock.Advance(TimeSpan.FromSeconds(10)));

        await host.StopAsync();
        Assert.Throws<InvalidOperationException>(() => new HostedMemberGroup().Group);
    }

    private static async Task<IHost> StartAsync(IEventStore store, Action<IServiceCollection> parts)
    {
        var builder = Host.CreateEmptyApplicationBuilder(null);

        // As a factory's product the container would dispose of it, before the test reads it.
        builder.Services.AddSingleton(store);
        parts(builder.Services);
        var host = builder.Build();
        await host.StartAsync();
        return host;
    }

    private sealed class RecordingChannel : IDeliveryChannel
    {
        public ConcurrentDictionary<long, string> Delivered { get; } = new();

        public ValueTask<DeliveryOutcome> DeliverAsync(DeliveryAttempt attempt, CancellationToken cancellationToken)
        {
            Delivered[attempt.Event.Position] = attempt.Id;
            return ValueTask.FromResult(DeliveryOutcome.Delivered);
        }
    }
}
