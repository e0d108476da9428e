using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.Metrics;
using Genie.Brokers.Telemetry;

namespace Genie.Brokers.Hosting.Tests.Instrumentation;

/// <summary>Keeps the spans and the figures of a test's own channel.</summary>
internal sealed class Telemetry : IDisposable
{
    private readonly ActivityListener _tracing;
    private readonly MeterListener _metering;
    private readonly ConcurrentQueue<Activity> _spans = new();
    private readonly ConcurrentQueue<Measurement> _measurements = new();

    public Telemetry(string channel)
    {
        _tracing = new ActivityListener
        {
            ShouldListenTo = source => source.Name == BrokerTelemetry.Name,
            Sample = static (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllDataAndRecorded,
            ActivityStopped = activity =>
            {
                if (activity.OperationName == "request" || (string?)activity.GetTagItem("messaging.destination.name") == channel) _spans.Enqueue(activity);
            },
        };
        ActivitySource.AddActivityListener(_tracing);
        _metering = new MeterListener
        {
            InstrumentPublished = static (instrument, self) =>
            {
                if (instrument.Meter.Name == BrokerTelemetry.Name && instrument.Name.StartsWith("messaging.", StringComparison.Ordinal)) self.EnableMeasurementEvents(instrument);
            },
        };
        _metering.SetMeasurementEventCallback<long>((instrument, value, tags, _) => Keep(instrument, value, tags, channel));
        _metering.SetMeasurementEventCallback<double>((instrument, value, tags, _) => Keep(instrument, value, tags, channel));
        _metering.Start();
    }

    public IEnumerable<Activity> Spans => _spans;

    public IEnumerable<Measurement> Measurements => _measurements;

    public Activity Span(string name) => Assert.Single(_spans, span => span.DisplayName == name);

    public void Dispose()
    {
        _tracing.Dispose();
        _metering.Dispose();
    }

    private void Keep(Instrument instrument, double value, ReadOnlySpan<KeyValuePair<string, object?>> tags, string channel)
    {
        var kept = new Measurement(instrument.Name, instrument.Unit, value, tags.ToArray().ToDictionary());
        if (Equals(kept.Tags.GetValueOrDefault("messaging.destination.name"), channel)) _measurements.Enqueue(kept);
    }

    /// <summary>One measurement.</summary>
    internal sealed record Measurement(string Name, string? Unit, double Value, Dictionary<string, object?> Tags);
}
