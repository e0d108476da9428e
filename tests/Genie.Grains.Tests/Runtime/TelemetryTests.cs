using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.Metrics;
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
    public async Task A_turn_belongs_to_its_callers_trace()
    {
        using var listener = new ActivityListener { ShouldListenTo = source => source.Name == GrainTelemetry.Name, Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllData };
        ActivitySource.AddActivityListener(listener);
        await using var runtime = new GrainRuntime();
        var kind = runtime.Register("traced", _ => new TracedGrain());
        using var activity = new Activity("test").Start();
        var trace = $"{activity.TraceId}";

        Assert.Equal(trace, await kind.CallAsync("a", 0, CancellationToken.None));
        Assert.Equal(trace, await kind.CallAsync("a", 1, CancellationToken.None));
        await kind.SendAsync("a", 2, CancellationToken.None);
        Assert.Equal(trace, await TracedGrain.Sent.Task.WaitAsync(TimeSpan.FromSeconds(60)));
    }

    [Fact]
    public async Task Grains_answer_and_are_restarted_though_listeners_throw()
    {
        using var observers = new ThrowingObservers(GrainTelemetry.Name, everywhere: true);
        await using var runtime = new GrainRuntime(new GrainRuntimeOptions { Crashed = static (_, _, _) => throw new NotSupportedException("A callback that throws ends nothing.") });
        var kind = runtime.Register("fragile", _ => new FragileGrain());

        for (var i = 0; i < 3; i++)
        {
            Assert.Equal(1, await kind.CallAsync("a", 1, CancellationToken.None));
            await Assert.ThrowsAsync<InvalidDataException>(async () => await kind.CallAsync("a", 0, CancellationToken.None));
        }

        Assert.Equal(3, runtime.Crashes);
        Assert.InRange(observers.Thrown, 6, int.MaxValue);
    }

    private sealed class FragileGrain : Grain<int, int>
    {
        protected override ValueTask<int> HandleAsync(int message, GrainCall call) => message > 0 ? ValueTask.FromResult(message) : throw new InvalidDataException("as asked");
    }

    private sealed class TracedGrain : Grain<int, string>
    {
        public static TaskCompletionSource<string> Sent { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        protected override async ValueTask<string> HandleAsync(int message, GrainCall call)
        {
            if (message > 0) await Task.Yield();
            var trace = $"{Activity.Current?.TraceId}";
            if (message == 2) Sent.TrySetResult(trace);
            return trace;
        }
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

        public Figures()
        {
            _listener.InstrumentPublished = static (instrument, self) =>
            {
                if (instrument.Meter.Name == GrainTelemetry.Name) self.EnableMeasurementEvents(instrument);
            };
            _listener.SetMeasurementEventCallback<long>((instrument, value, _, _) => _observed[instrument.Name] = value);
            _listener.Start();
        }

        public ConcurrentDictionary<string, long> Observe()
        {
            _listener.RecordObservableInstruments();
            return _observed;
        }

        public void Dispose() => _listener.Dispose();
    }
}
