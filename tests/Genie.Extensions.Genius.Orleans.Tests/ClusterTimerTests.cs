using Genie.EventStore.Embedded;
using Genie.Extensions.Genius.Hosting;
using Genie.Testing;

namespace Genie.Extensions.Genius.Orleans.Tests;

/// <summary>Timers of a cluster are one silo's.</summary>
public sealed class ClusterTimerTests : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(150);

    private readonly TemporaryFolder _folder = new();
    private readonly CancellationTokenSource _stop = new(Limit);

    public void Dispose()
    {
        _stop.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task One_silo_leads_and_another_when_it_is_killed()
    {
        await using var store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = _folder.Path }, _stop.Token);
        await using var cluster = await GeniusCluster.StartAsync(2, store, Trucks.Options());
        using var ended = CancellationTokenSource.CreateLinkedTokenSource(_stop.Token);
        var leaders = new bool[2];
        var leading = cluster.Silos.Select((silo, number) => GeniusCluster.Get<IGeniusLeadership>(silo).LeadAsync(token => LeadAsync(leaders, number, token), ended.Token)).ToArray();
        await UntilAsync(() => leaders.Any(static each => each));
        var leader = Array.IndexOf(leaders, true);
        Assert.False(leaders[1 - leader]);
        await cluster.KillAsync(cluster.Silos[leader]);
        await UntilAsync(() => leaders[1 - leader]);
        await ended.CancelAsync();
        foreach (var each in leading) await Assert.ThrowsAnyAsync<OperationCanceledException>(() => each);
        Assert.DoesNotContain(true, leaders);
    }

    [Fact]
    public async Task What_is_due_by_timers_takes_place_once_though_the_silo_that_fired_them_is_killed()
    {
        await using var store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = _folder.Path }, _stop.Token);
        await using var cluster = await GeniusCluster.StartAsync(2, store, Trucks.Options(TimeSpan.FromMilliseconds(500)));
        await SendAsync(cluster, "before");
        await UntilClosedAsync(store, "before");
        await cluster.KillAsync(cluster.Silos[0]);
        await SendAsync(cluster, "after");
        await UntilClosedAsync(store, "after");
        var closed = (await Trucks.FactsAsync(store, _stop.Token)).Where(static fact => fact.Contains("\"windowClosed\"", StringComparison.Ordinal)).ToList();
        Assert.Equal(20, closed.Count);
        Assert.Equal(closed.Distinct(), closed);
    }

    private static async Task LeadAsync(bool[] leaders, int number, CancellationToken cancellationToken)
    {
        Volatile.Write(ref leaders[number], true);
        try
        {
            await Task.Delay(Timeout.Infinite, cancellationToken);
        }
        finally
        {
            Volatile.Write(ref leaders[number], false);
        }
    }

    private async Task SendAsync(GeniusCluster cluster, string name)
    {
        for (var number = 0; number < 10; number++) await cluster.Processor(0).ProcessAsync(Trucks.Event($"{name} {number}", 0), _stop.Token);
    }

    private async Task UntilClosedAsync(EmbeddedEventStore store, string name)
    {
        while ((await Trucks.FactsAsync(store, _stop.Token)).Count(fact => fact.Contains("\"windowClosed\"", StringComparison.Ordinal) && fact.Contains($"\"{name} ", StringComparison.Ordinal)) < 10)
            await Task.Delay(50, _stop.Token);
    }

    private async Task UntilAsync(Func<bool> condition)
    {
        while (!condition()) await Task.Delay(10, _stop.Token);
    }
}
