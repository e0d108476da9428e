using System.Collections.Concurrent;
using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Testing;

namespace Genie.Grains.Orleans.Tests;

/// <summary>Silos that end, and silos that do not know of each other: nothing confirmed is missing, nothing is there twice.</summary>
public sealed class SiloFailureTests : IDisposable
{
    private const int Senders = 8;
    private const int Keys = 24;

    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(240);

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Grains_of_a_silo_that_ends_live_on_in_another(bool isGraceful)
    {
        using var stop = new CancellationTokenSource(Timeout);
        await using var store = await OpenAsync();
        await using var cluster = await TestCluster.StartAsync(2, store);
        var load = new PaymentLoad(Senders, Keys, [cluster.Accounts]);
        var running = load.RunAsync(stop.Token);
        await PaymentLoad.UntilAsync(() => load.Hosts.Count == 2 && load.Confirmed > 200, running, stop.Token);

        var ended = load.Hosts.Keys.Order(StringComparer.Ordinal).Last();
        await cluster.EndSiloAsync(ended, isGraceful);
        var left = load.Hosts.Keys.Single(each => each != ended);
        do
        {
            // What the silo had answered before its end may reach a sender only now.
            load.ForgetHosts();
            await PaymentLoad.UntilAsync(() => load.KeysServed == Keys, running, stop.Token);
        }
        while (!load.Hosts.Keys.SequenceEqual([left]));

        load.Finish();
        await running;
        Assert.Equal([left], load.Hosts.Keys);
        await load.AssertEffectsAsync(store, stop.Token);
        if (!isGraceful) return;
        Assert.Empty(load.Failures);
        await AssertSnapshotsAsync(store, stop.Token);
    }

    [Fact]
    public async Task Two_activations_of_one_grain_do_no_harm()
    {
        using var stop = new CancellationTokenSource(Timeout);
        await using var store = await OpenAsync();
        await using var one = await TestCluster.StartAsync(1, store);
        await using var other = await TestCluster.StartAsync(1, store);
        var load = new PaymentLoad(Senders, keys: 2, [one.Accounts, other.Accounts]);
        var running = load.RunAsync(stop.Token);
        await PaymentLoad.UntilAsync(() => load.Confirmed > 200 && load.Conflicts > 10, running, stop.Token);
        load.Finish();
        await running;
        await load.AssertEffectsAsync(store, stop.Token);
    }

    [Fact]
    public async Task Timers_go_on_in_another_silo()
    {
        using var stop = new CancellationTokenSource(Timeout);
        await using var store = await OpenAsync();
        var ticks = new ConcurrentQueue<(string Key, string Host)>();
        var reminders = new SharedReminderTable();
        await using var cluster = await TestCluster.StartAsync(2, store, ticks, reminders);
        Assert.True(await cluster.Client.GetGrainKind<bool, bool>(Clock.Kind).CallAsync("a", false, stop.Token));
        while (ticks.IsEmpty || reminders.Count == 0) await Task.Delay(20, stop.Token);

        Assert.True(ticks.TryPeek(out var first));
        await cluster.EndSiloAsync(first.Host, isGraceful: false);
        ticks.Clear();

        // Nobody calls the grain: its reminder does.
        while (!ticks.Any(tick => tick.Key == "a" && tick.Host != first.Host)) await Task.Delay(20, stop.Token);
    }

    private static async Task AssertSnapshotsAsync(IEventStore store, CancellationToken cancellationToken)
    {
        var snapshots = 0;
        for (var key = 0; key < Keys; key++)
        {
            if (await store.LoadSnapshotAsync(Account.StreamOf($"{key}"), cancellationToken) is not null) snapshots++;
        }

        Assert.InRange(snapshots, 1, Keys);
    }

    private async Task<IEventStore> OpenAsync() => await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = _folder.Path, SegmentBytes = 1 << 20 }, CancellationToken.None);
}
