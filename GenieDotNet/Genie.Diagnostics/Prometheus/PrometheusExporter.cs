using System.Collections.Concurrent;
using System.Diagnostics.Metrics;

namespace Genie.Diagnostics.Prometheus;

/// <summary>
/// Listens to meters from its creation to its disposal and writes what they said in Prometheus' text format 0.0.4
/// (prometheus.io/docs/instrumenting/exposition_formats). Safe for concurrent callers.
/// </summary>
public sealed class PrometheusExporter : IDisposable
{
    /// <summary>The content type of what <see cref="Write"/> writes.</summary>
    public const string ContentType = "text/plain; version=0.0.4; charset=utf-8";

    private readonly PrometheusOptions _options;
    private readonly MeterListener _listener = new();
    private readonly ConcurrentDictionary<string, MetricFamily> _families = new(StringComparer.Ordinal);
    private readonly Lock _collecting = new();

    /// <summary>Begins to listen.</summary>
    public PrometheusExporter(PrometheusOptions? options = null)
    {
        _options = options ?? new PrometheusOptions();
        _listener.InstrumentPublished = Follow;
        _listener.SetMeasurementEventCallback<byte>(static (_, value, tags, family) => Record(family, value, tags));
        _listener.SetMeasurementEventCallback<short>(static (_, value, tags, family) => Record(family, value, tags));
        _listener.SetMeasurementEventCallback<int>(static (_, value, tags, family) => Record(family, value, tags));
        _listener.SetMeasurementEventCallback<long>(static (_, value, tags, family) => Record(family, value, tags));
        _listener.SetMeasurementEventCallback<float>(static (_, value, tags, family) => Record(family, value, tags));
        _listener.SetMeasurementEventCallback<double>(static (_, value, tags, family) => Record(family, value, tags));
        _listener.SetMeasurementEventCallback<decimal>(static (_, value, tags, family) => Record(family, (double)value, tags));
        _listener.Start();
    }

    /// <summary>Asks the observed instruments, and writes all metrics in the order of their names.</summary>
    public void Write(TextWriter output)
    {
        ArgumentNullException.ThrowIfNull(output);
        lock (_collecting)
        {
            // What an observed instrument does not tell any more is gone.
            foreach (var family in _families.Values) family.ForgetObserved();
            _listener.RecordObservableInstruments();
            foreach (var family in _families.Values.OrderBy(family => family.Name, StringComparer.Ordinal)) family.Write(output);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _listener.Dispose();

    private static void Record(object? family, double value, ReadOnlySpan<KeyValuePair<string, object?>> tags) => ((MetricFamily)family!).Record(value, tags);

    private void Follow(Instrument instrument, MeterListener listener)
    {
        if (!_options.Meters.Any(prefix => instrument.Meter.Name.StartsWith(prefix, StringComparison.Ordinal))) return;
        var made = MetricFamily.Of(instrument, _options);
        var family = _families.GetOrAdd(made.Name, made);

        // Two instruments of one name and different kinds cannot both be told; the first is.
        if (family.Kind == made.Kind) listener.EnableMeasurementEvents(instrument, family);
    }
}
