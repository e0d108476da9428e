using Genie.Brokers;
using Genie.Brokers.Nats;
using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Extensions.Genius.Events;
using Genie.Servers;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Extensions.Genius.Orleans.Tests;

/// <summary>A broker shares events out among the silos of a cluster, each of which may have any key's; whoever has it, the key's grain processes it.</summary>
public sealed class ClusterChannelTests(ITestOutputHelper output) : IDisposable
{
    private const string Channel = "genius-cluster";
    private const int Events = 12;

    private readonly TemporaryFolder _folder = new();
    private readonly TemporaryFolder _other = new();
    private readonly CancellationTokenSource _stop = new(TimeSpan.FromSeconds(150));

    public void Dispose()
    {
        _stop.Dispose();
        _folder.Dispose();
        _other.Dispose();
    }

    [SkippableFact]
    public async Task Events_of_a_channel_are_processed_once_while_a_silo_is_killed_and_another_joins()
    {
        var unavailable = ServerUnderTest.WhyUnavailable("nats", NatsServer.IsInstalled);
        Skip.If(unavailable is not null, unavailable);
        await using var nats = await ServerUnderTest.StartAsync("nats", "nats", static (folder, port) => NatsServer.StartAsync(folder, port, null, default));
        await using var broker = NatsDrivers.All.Single(static driver => driver.Client == "wire").Create(new NatsOptions { Url = nats.Url });
        await using var store = await OpenAsync(_folder);
        await using var cluster = await GeniusCluster.StartAsync(3, store, Trucks.Options() with { Channel = Channel }, broker);
        await using var connection = await broker.ConnectAsync(Channel, new ConnectionOptions(), _stop.Token);
        string[] trucks = [.. Enumerable.Range(0, 12).Select(static number => $"truck {number}")];
        var answered = 0;
        var sending = Task.WhenAll(trucks.Select(truck => Task.Run(async () =>
        {
            for (var number = 0; number < Events; number++)
            {
                await SendAsync(connection, Trucks.Event(truck, number));
                Interlocked.Increment(ref answered);
            }
        }, _stop.Token)));
        await UntilAsync(() => Volatile.Read(ref answered) > 30 || sending.IsCompleted);
        await cluster.KillAsync(cluster.Silos[1]);
        await UntilAsync(() => Volatile.Read(ref answered) > 80 || sending.IsCompleted);
        await cluster.StartAnotherAsync();
        await sending;

        await Trucks.FinishAsync(cluster.Processor(0), trucks, _stop.Token);
        await using var alone = await OpenAsync(_other);
        Assert.Equal(await Trucks.FactsOfOneProcessAsync(alone, trucks, Events, _stop.Token), await Trucks.FactsAsync(store, _stop.Token));
    }

    /// <summary>Until it is answered: a silo that is killed answers nothing more of what it had.</summary>
    private async Task SendAsync(IBrokerConnection connection, GeniusEvent value)
    {
        while (true)
        {
            try
            {
                using var attempt = CancellationTokenSource.CreateLinkedTokenSource(_stop.Token);
                attempt.CancelAfter(TimeSpan.FromSeconds(5));
                using var reply = await connection.RequestAsync(EventCodec.Encode(value), attempt.Token);
                return;
            }
            catch (Exception error) when (error is BrokerException or OperationCanceledException && !_stop.IsCancellationRequested)
            {
                output.WriteLine($"{value.Key} {value.RequestKey.Sequence}: {error.Message}");
            }
        }
    }

    private async Task UntilAsync(Func<bool> condition)
    {
        while (!condition()) await Task.Delay(10, _stop.Token);
    }

    private async Task<IEventStore> OpenAsync(TemporaryFolder folder) => await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = folder.Path, SegmentBytes = 1 << 20 }, _stop.Token);
}
