using System.Collections.Concurrent;
using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Grains;
using Genie.Testing;

namespace Genie.Extensions.Genius.Orleans.Tests;

/// <summary>Several silos over one store are held against one process.</summary>
public sealed class GeniusClusterTests : IDisposable
{
    private const int Events = 12;

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(150);

    private readonly TemporaryFolder _folder = new();
    private readonly TemporaryFolder _other = new();
    private readonly CancellationTokenSource _stop = new(Limit);

    public void Dispose()
    {
        _stop.Dispose();
        _folder.Dispose();
        _other.Dispose();
    }

    [Fact]
    public async Task An_event_is_processed_once_whichever_silo_it_reaches_and_answered_the_same_by_each()
    {
        await using var store = await OpenAsync(_folder);
        await using var cluster = await GeniusCluster.StartAsync(2, store, Trucks.Options());
        string[] trucks = [.. Enumerable.Range(0, 10).Select(static number => $"truck {number}/x")];
        foreach (var truck in trucks)
        {
            for (var number = 0; number < Events; number++)
            {
                var first = await cluster.Processor(number % 2).ProcessAsync(Trucks.Event(truck, number), _stop.Token);
                var again = await cluster.Processor(1 - (number % 2)).ProcessAsync(Trucks.Event(truck, number), _stop.Token);
                Assert.Equal((false, true, true), (first.IsRepeat, again.IsRepeat, again.Windows.All(static each => each.Answer.IsRepeat)));
                Assert.Equal(Trucks.Bytes(first), Trucks.Bytes(again));
            }
        }

        await Trucks.FinishAsync(cluster.Processor(1), trucks, _stop.Token);
        await AssertFactsAsync(store, trucks);

        // Where grains live is Orleans' choice; each event was asked for at both silos.
        Assert.True(cluster.LiveGrains > 0);
    }

    [Fact]
    public async Task An_event_from_the_future_is_refused_by_whichever_silo_has_it()
    {
        await using var store = await OpenAsync(_folder);
        await using var cluster = await GeniusCluster.StartAsync(2, store, Trucks.Options());
        for (var number = 0; number < 6; number++)
        {
            var late = Trucks.Event($"truck {number}", 0) with { Time = DateTimeOffset.UtcNow.AddDays(9) };
            await Assert.ThrowsAsync<FutureEventException>(() => cluster.Processor(0).ProcessAsync(late, _stop.Token).AsTask());
        }
    }

    [Fact]
    public async Task An_event_of_which_a_definition_makes_no_key_is_refused_by_whichever_silo_has_it()
    {
        await using var store = await OpenAsync(_folder);
        var options = Trucks.Options();
        await using var cluster = await GeniusCluster.StartAsync(2, store, options with { Windows = [options.Windows[1] with { KeyOf = static each => new string('k', 300) }] });
        for (var number = 0; number < 6; number++)
        {
            var error = await Assert.ThrowsAsync<MalformedEventException>(() => cluster.Processor(0).ProcessAsync(Trucks.Event($"truck {number}", 0), _stop.Token).AsTask());
            Assert.Contains("'all'", error.Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task A_silo_that_is_killed_and_one_that_joins_cost_no_fact_and_double_none()
    {
        await using var store = await OpenAsync(_folder);
        await using var cluster = await GeniusCluster.StartAsync(3, store, Trucks.Options());
        string[] trucks = [.. Enumerable.Range(0, 24).Select(static number => $"truck {number}")];
        var answers = new ConcurrentDictionary<(string Truck, int Number), string>();
        var sending = Task.WhenAll(trucks.Chunk(6).Select((some, sender) => Task.Run(() => SendAsync(cluster, some, sender, answers), _stop.Token)));
        await UntilAsync(() => answers.Count > 40 || sending.IsCompleted);
        await cluster.KillAsync(cluster.Silos[1]);
        await UntilAsync(() => answers.Count > 120 || sending.IsCompleted);
        await cluster.StartAnotherAsync();
        await sending;

        foreach (var (truck, number) in answers.Keys)
            Assert.Equal(answers[(truck, number)], Trucks.Bytes(await cluster.Processor(0).ProcessAsync(Trucks.Event(truck, number), _stop.Token)));
        await Trucks.FinishAsync(cluster.Processor(0), trucks, _stop.Token);
        await AssertFactsAsync(store, trucks);
    }

    [Fact]
    public async Task More_keys_than_the_bound_leave_memory_and_are_right_when_they_come_back()
    {
        const int Bound = 40;
        await using var store = await OpenAsync(_folder);
        await using var cluster = await GeniusCluster.StartAsync(1, store, Trucks.Options() with { Grains = new GrainRuntimeOptions { LiveGrainsMax = Bound } });
        string[] trucks = [.. Enumerable.Range(0, 60).Select(static number => $"truck {number}")];
        for (var number = 0; number < Events; number++)
        {
            foreach (var truck in trucks) await cluster.Processor(0).ProcessAsync(Trucks.Event(truck, number), _stop.Token);
            await UntilAsync(() => cluster.LiveGrains <= Bound);
        }

        await Trucks.FinishAsync(cluster.Processor(0), trucks, _stop.Token);
        await AssertFactsAsync(store, trucks);
    }

    [Fact]
    public void Added_after_Genius_it_would_come_too_late()
    {
        var host = Microsoft.Extensions.Hosting.Host.CreateApplicationBuilder();
        host.Services.AddGenius();
        Assert.Throws<InvalidOperationException>(() => host.AddGeniusSilo(static _ => { }));
    }

    private async Task SendAsync(GeniusCluster cluster, string[] trucks, int sender, ConcurrentDictionary<(string Truck, int Number), string> answers)
    {
        for (var number = 0; number < Events; number++)
        {
            foreach (var truck in trucks)
            {
                for (var attempt = sender; !answers.ContainsKey((truck, number)); attempt++)
                {
                    try
                    {
                        var silos = cluster.Silos;
                        var processor = GeniusCluster.Get<GeniusProcessor>(silos[attempt % silos.Count]);
                        answers[(truck, number)] = Trucks.Bytes(await processor.ProcessAsync(Trucks.Event(truck, number), _stop.Token));
                    }
                    catch (Exception error) when (error is GrainException { IsTransient: true } or EventStoreException or ObjectDisposedException)
                    {
                        await Task.Delay(50, _stop.Token);
                    }
                }
            }
        }
    }

    private async Task AssertFactsAsync(IEventStore store, string[] trucks)
    {
        await using var alone = await OpenAsync(_other);
        Assert.Equal(await Trucks.FactsOfOneProcessAsync(alone, trucks, Events, _stop.Token), await Trucks.FactsAsync(store, _stop.Token));
    }

    private async Task UntilAsync(Func<bool> condition)
    {
        while (!condition()) await Task.Delay(10, _stop.Token);
    }

    private async Task<IEventStore> OpenAsync(TemporaryFolder folder) => await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = folder.Path, SegmentBytes = 1 << 20 }, _stop.Token);
}
