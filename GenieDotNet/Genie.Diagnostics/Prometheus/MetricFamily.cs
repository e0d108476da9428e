using System.Collections.Concurrent;
using System.Diagnostics.Metrics;

namespace Genie.Diagnostics.Prometheus;

/// <summary>One metric with all its series.</summary>
internal sealed class MetricFamily
{
    private readonly ConcurrentDictionary<string, MetricSeries> _series = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, MetricSeries>.AlternateLookup<ReadOnlySpan<char>> _byLabels;
    private readonly string _help;
    private readonly bool _isObserved;
    private readonly bool _isAbsolute;
    private readonly int _seriesMax;
    private readonly double[]? _bounds;
    private long _dropped;

    private MetricFamily(Instrument instrument, MetricKind kind, PrometheusOptions options)
    {
        (Kind, Name, _help) = (kind, MetricName.Of(instrument, kind), instrument.Description ?? "");
        _byLabels = _series.GetAlternateLookup<ReadOnlySpan<char>>();
        _isObserved = instrument.IsObservable;

        // An observed instrument and a gauge tell where they stand, the others by how much they moved.
        _isAbsolute = _isObserved || IsOf(instrument, typeof(Gauge<>));
        _seriesMax = options.SeriesMax;
        if (kind == MetricKind.Histogram) _bounds = [.. Advised(instrument) ?? options.Buckets];
    }

    /// <summary>The metric's name.</summary>
    public string Name { get; }

    /// <summary>Its kind.</summary>
    public MetricKind Kind { get; }

    /// <summary>The metric of an instrument.</summary>
    public static MetricFamily Of(Instrument instrument, PrometheusOptions options) => new(instrument, KindOf(instrument), options);

    /// <summary>Takes a measurement.</summary>
    public void Record(double value, ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        using var labels = new LabelText(tags);
        if (!_byLabels.TryGetValue(labels.Text, out var series))
        {
            if (_series.Count >= _seriesMax)
            {
                Interlocked.Increment(ref _dropped);
                return;
            }

            series = _series.GetOrAdd(labels.Text.ToString(), _ => new MetricSeries(_bounds));
        }

        if (_isAbsolute) series.Set(value);
        else series.Add(value);
    }

    /// <summary>Begins a new observation.</summary>
    public void ForgetObserved()
    {
        if (_isObserved) _series.Clear();
    }

    /// <summary>Writes it; one without series is left out.</summary>
    public void Write(TextWriter output)
    {
        if (_series.IsEmpty) return;
        if (_help.Length > 0) output.Write($"# HELP {Name} {LabelText.EscapeHelp(_help)}\n");
        output.Write($"# TYPE {Name} {Kind.ToString().ToLowerInvariant()}\n");
        foreach (var (labels, series) in _series.OrderBy(pair => pair.Key, StringComparer.Ordinal)) series.Write(output, Name, labels);
        if (Interlocked.Read(ref _dropped) is var dropped and > 0) output.Write($"# {dropped} measurements of {Name} belong to further series, which are left out.\n");
    }

    private static MetricKind KindOf(Instrument instrument) =>
        IsOf(instrument, typeof(Counter<>)) || IsOf(instrument, typeof(ObservableCounter<>)) ? MetricKind.Counter
        : IsOf(instrument, typeof(Histogram<>)) ? MetricKind.Histogram
        : MetricKind.Gauge;

    private static bool IsOf(Instrument instrument, Type generic)
    {
        for (var type = instrument.GetType(); type is not null; type = type.BaseType)
        {
            if (type.IsGenericType && type.GetGenericTypeDefinition() == generic) return true;
        }

        return false;
    }

    private static IEnumerable<double>? Advised(Instrument instrument) => instrument switch
    {
        Histogram<double> histogram => histogram.Advice?.HistogramBucketBoundaries,
        Histogram<long> histogram => histogram.Advice?.HistogramBucketBoundaries?.Select(bound => (double)bound),
        Histogram<int> histogram => histogram.Advice?.HistogramBucketBoundaries?.Select(bound => (double)bound),
        _ => null,
    };
}
