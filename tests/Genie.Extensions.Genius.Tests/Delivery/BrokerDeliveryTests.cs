using System.Collections.Concurrent;
using Genie.Brokers;
using Genie.Brokers.InMemory;
using Genie.EventStore;
using Genie.Extensions.Genius.Delivery.Active;
using Genie.Extensions.Genius.Delivery.Brokers;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;
using Genie.Extensions.Genius.Streams.Windows;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Grains;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Extensions.Genius.Tests.Delivery;

public sealed class BrokerDeliveryTests(ITestOutputHelper output)
{
    [Fact]
    public async Task Every_derived_fact_reaches_the_channel_whatever_fails_and_is_told_apart_by_its_position()
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        using var folder = new StoreFolder();
        var clock = new ManualClock();
        await using var store = await folder.OpenAsync(clock);
        await using var broker = new InMemoryBroker(new InMemoryOptions());
        var received = new ConcurrentDictionary<long, Output>();
        await using var listener = await broker.ListenAsync("facts", new ListenOptions(), (message, _, _) =>
        {
            var fact = Output.Parser.ParseFrom(message);
            received[fact.Position] = fact;
            return ValueTask.CompletedTask;
        }, default);
        var channel = new BrokerChannel(broker, "facts");
        await using var sink = new FailingChannel(channel, new Random(seed));
        using var worker = new DeliveryWorker(store, sink, new DeliveryOptions { Subscription = "facts", Filter = GeniusOutputs.IsOutput, Clock = clock });
        using var stop = new CancellationTokenSource();
        var running = worker.RunAsync(stop.Token);
        await using (var runtime = new GrainRuntime())
        {
            var windows = new WindowAggregator(runtime, store, new WindowDefinition { Name = "w", Shape = new TumblingWindow(TimeSpan.FromSeconds(1)) });
            for (var i = 0; i < 40; i++) await windows.AddAsync("k", new WindowInput(DateTimeOffset.UnixEpoch.AddSeconds(i), i, null), new RequestKey(1, 1, (ulong)i), default);
        }

        await Until.TrueAsync(() => received.Count == 39 || running.IsFaulted, () => clock.Advance(TimeSpan.FromSeconds(5)));
        await stop.CancelAsync();
        await running;

        var facts = await new OutputReader(store).ReadAsync(0, default).ToListAsync();
        Assert.Equal(facts, received.Values.OrderBy(each => each.Position));
    }

    /// <summary>Some attempts fail before they are made, some after: those reach the receiver twice.</summary>
    private sealed class FailingChannel(BrokerChannel inner, Random random) : IDeliveryChannel, IAsyncDisposable
    {
        private bool _isFirst = true;

        public async ValueTask<DeliveryOutcome> DeliverAsync(DeliveryAttempt attempt, CancellationToken cancellationToken)
        {
            int fate;
            lock (random) fate = _isFirst ? 1 : random.Next(8);
            _isFirst = false;
            if (fate == 0) return DeliveryOutcome.Failed("by chance");
            var outcome = await inner.DeliverAsync(attempt, cancellationToken);
            return fate == 1 ? DeliveryOutcome.Failed("by chance") : outcome;
        }

        public ValueTask DisposeAsync() => inner.DisposeAsync();
    }
}
