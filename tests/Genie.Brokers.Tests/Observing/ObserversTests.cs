using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Diagnostics.Tracing;
using Genie.Observing;
using Genie.Testing;

namespace Genie.Brokers.Tests.Observing;

/// <summary>What users hang on to be told cannot change what happens.</summary>
public sealed class ObserversTests
{
    private readonly string _name = $"test-{Guid.NewGuid():n}";

    [Fact]
    public void A_callback_that_throws_is_logged_and_keeps_no_other_from_being_told()
    {
        using var log = new ObserverLog(_name);
        var told = new List<int>();
        Action<int>? callbacks = null;
        callbacks += _ => throw new InvalidOperationException("the first one throws");
        callbacks += told.Add;

        Observers.Tell(callbacks, _name, 7);
        Observers.Tell((Action<int>?)null, _name, 8);

        Assert.Equal([7], told);
        Assert.Contains("the first one throws", Assert.Single(log.Errors), StringComparison.Ordinal);
    }

    [Fact]
    public void A_listener_that_throws_when_instruments_are_published_does_not_keep_them_from_others()
    {
        var isThrowing = true;
        using var throwing = new MeterListener
        {
            InstrumentPublished = (instrument, _) =>
            {
                if (instrument.Meter.Name == _name && isThrowing) throw new InvalidOperationException("published");
            },
        };
        throwing.Start();
        using var meter = new GuardedMeter(_name);
        var (counter, level, times) = (meter.CreateCounter("counter"), meter.CreateUpDownCounter("level"), meter.CreateHistogram("times", "s", "Times.", 1, 2));
        meter.Publish(static one => one.CreateObservableGauge("gauge", static () => 5L));
        isThrowing = false;
        var seen = new Dictionary<string, double>();
        using var listener = Listen(seen);

        counter.Add(1, new KeyValuePair<string, object?>("a", 1), new KeyValuePair<string, object?>("b", 2));
        counter.Add(1, new TagList { { "a", 1 } });
        level.Add(-3);
        times.Record(1.5);
        times.Record(1.5, new TagList { { "a", 1 } });
        listener.RecordObservableInstruments();

        Assert.Equal(new Dictionary<string, double> { ["counter"] = 2, ["level"] = -3, ["times"] = 3, ["gauge"] = 5 }, seen);
    }

    [Fact]
    public void A_listener_that_throws_at_measurements_fails_nobody_who_measures()
    {
        using var log = new ObserverLog("counter");
        using var meter = new GuardedMeter(_name);
        var (counter, level, times) = (meter.CreateCounter("counter"), meter.CreateUpDownCounter("level"), meter.CreateHistogram("times", "s", "Times.", 1, 2));
        var isEnding = true;
        using var listener = new MeterListener
        {
            InstrumentPublished = (instrument, self) =>
            {
                if (instrument.Meter.Name == _name) self.EnableMeasurementEvents(instrument);
            },
            MeasurementsCompleted = (_, _) =>
            {
                if (isEnding) throw new InvalidOperationException("completed");
            },
        };
        listener.SetMeasurementEventCallback<long>(static (_, _, _, _) => throw new InvalidOperationException("measured"));
        listener.SetMeasurementEventCallback<double>(static (_, _, _, _) => throw new InvalidOperationException("measured"));
        listener.Start();

        counter.Add(1);
        counter.Add(1, new TagList());
        level.Add(1);
        times.Record(1);
        times.Record(1, new TagList());
        meter.Dispose();
        isEnding = false;

        Assert.Equal(2, log.Errors.Count);
    }

    [Fact]
    public void A_measurement_with_tags_allocates_nothing()
    {
        using var meter = new GuardedMeter(_name);
        var counter = meter.CreateCounter("counter");
        using var listener = Listen([]);
        listener.SetMeasurementEventCallback<long>(static (_, _, _, _) => { });
        var (broker, outcome) = (new KeyValuePair<string, object?>("broker", "test"), new KeyValuePair<string, object?>("outcome", "ok"));

        Assert.Equal(0, AllocatedBytes.Of(() =>
        {
            for (var i = 0; i < 1_000; i++) counter.Add(1, broker, outcome);
        }));
    }

    [Fact]
    public void Listeners_that_throw_at_starts_and_ends_of_activities_leave_the_caller_and_its_activity_alone()
    {
        var isCreating = true;
        using var listener = new ActivityListener
        {
            ShouldListenTo = source => source.Name == _name && (isCreating ? throw new InvalidOperationException("created") : true),
            Sample = static (ref ActivityCreationOptions<ActivityContext> options) => options.Name == "unsampled" ? throw new InvalidOperationException("sampled") : ActivitySamplingResult.AllData,
            ActivityStarted = static _ => throw new InvalidOperationException("started"),
            ActivityStopped = static _ => throw new InvalidOperationException("stopped"),
        };
        ActivitySource.AddActivityListener(listener);
        using var source = new GuardedActivitySource(_name);
        Assert.False(source.HasListeners);
        isCreating = false;
        using var late = new ActivityListener { ShouldListenTo = one => one.Name == _name, Sample = listener.Sample, ActivityStarted = listener.ActivityStarted, ActivityStopped = listener.ActivityStopped };
        ActivitySource.AddActivityListener(late);
        Assert.True(source.HasListeners);
        using var outer = new Activity("outer").Start();

        using (var unsampled = source.StartActivity("unsampled")) Assert.Null(unsampled.Value);
        Assert.Same(outer, Activity.Current);
        var started = source.StartActivity("started").SetTag("a", 1);
        Assert.Same(started.Value, Activity.Current);
        Assert.True(source.Owns(started.Value!));
        started.Dispose();

        Assert.True(started.Value!.IsStopped);
        Assert.Same(outer, Activity.Current);
    }

    private MeterListener Listen(Dictionary<string, double> sums)
    {
        var listener = new MeterListener
        {
            InstrumentPublished = (instrument, self) =>
            {
                if (instrument.Meter.Name == _name) self.EnableMeasurementEvents(instrument);
            },
        };
        listener.SetMeasurementEventCallback<long>((instrument, value, _, _) => sums[instrument.Name] = sums.GetValueOrDefault(instrument.Name) + value);
        listener.SetMeasurementEventCallback<double>((instrument, value, _, _) => sums[instrument.Name] = sums.GetValueOrDefault(instrument.Name) + value);
        listener.Start();
        return listener;
    }

    /// <summary>What the library logs of observers of one thing.</summary>
    private sealed class ObserverLog : EventListener
    {
        private readonly string _observed;

        public ObserverLog(string observed)
        {
            _observed = observed;
            EnableEvents(ObserverEvents.Log, EventLevel.Error);
        }

        public List<string> Errors { get; } = [];

        protected override void OnEventWritten(EventWrittenEventArgs eventData)
        {
            if (eventData.EventSource.Name == "Genie.Brokers.Observers" && _observed.Equals(eventData.Payload?[0])) Errors.Add($"{eventData.Payload[1]}");
        }
    }
}
