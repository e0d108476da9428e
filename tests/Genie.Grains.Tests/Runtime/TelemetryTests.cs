using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using Genie.Grains.Events;
using Genie.Grains.Events.Embedded;
using Genie.Grains.Telemetry;
using Genie.Testing;

namespace Genie.Grains.Tests.Runtime;

/// <summary>What those see who listen. Alone in their collection: the figures are sums over the whole process.</summary>
[CollectionDefinition(nameof(TelemetryTests), DisableParallelization = true)]
[Collection(nameof(TelemetryTests))]
public sealed class TelemetryTests
{
    [Fact]
    public async Task Live_grains_and_their_waiting_messages_are_told()
    {
        using var figures = new Figures();
        var gate = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using (var runtime = new GrainRuntime())
        {
            var kind = runtime.Register("gated", _ => new GatedGrain(gate.Task));
            var first = kind.CallAsync("a", 1, CancellationToken.None).AsTask();
            await GatedGrain.Entered.WaitAsync();
            for (var i = 0; i < 3; i++) await kind.SendAsync("a", 1, CancellationToken.None);
            var before = figures.Observe();

            Assert.Equal(1, before["genie.grains.live"]);
            Assert.Equal(3, before["genie.grains.queue.length"]);
            gate.SetResult();
            await first;
        }

        Assert.Equal(0, figures.Observe()["genie.grains.live"]);
    }

    [Fact]
    public async Task Events_are_counted_once_whatever_is_repeated()
    {
        using var figures = new Figures();
        using var folder = new TemporaryFolder();
        await using var store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = folder.Path, SegmentBytes = 1 << 20 }, CancellationToken.None);
        var request = new AppendRequest("s", new NewEvent[] { new("a", default), new("b", default) }) { Key = new RequestKey(1, 2, 3) };

        for (var i = 0; i < 3; i++) await store.AppendAsync(request, CancellationToken.None);
        await store.SaveCheckpointAsync("p", 1, CancellationToken.None);

        // It is counted after its caller was told; the checkpoint's turn comes after that.
        Assert.Equal(2, figures.Added("genie.events.appended"));
    }

    private sealed class GatedGrain(Task gate) : Grain<int, int>
    {
        public static SemaphoreSlim Entered { get; } = new(0);

        protected override async ValueTask<int> HandleAsync(int message, GrainCall call)
        {
            Entered.Release();
            await gate;
            return message;
        }
    }

    private sealed class Figures : IDisposable
    {
        private readonly MeterListener _listener = new();
        private readonly ConcurrentDictionary<string, long> _observed = new();
        private readonly ConcurrentDictionary<string, long> _added = new();

        public Figures()
        {
            _listener.InstrumentPublished = static (instrument, self) =>
            {
                if (instrument.Meter.Name == GrainTelemetry.Name) self.EnableMeasurementEvents(instrument);
            };
            _listener.SetMeasurementEventCallback<long>((instrument, value, _, _) =>
            {
                if (instrument.IsObservable) _observed[instrument.Name] = value;
                else _added.AddOrUpdate(instrument.Name, value, (_, sum) => sum + value);
            });
            _listener.Start();
        }

        public ConcurrentDictionary<string, long> Observe()
        {
            _listener.RecordObservableInstruments();
            return _observed;
        }

        public long Added(string name) => _added.GetValueOrDefault(name);

        public void Dispose() => _listener.Dispose();
    }
}
