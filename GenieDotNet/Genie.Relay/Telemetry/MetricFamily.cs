namespace Genie.Relay.Telemetry;

/// <summary>Samples of one name in Prometheus' text format.</summary>
internal sealed class MetricFamily(string name)
{
    private readonly Dictionary<string, double> _samples = new(StringComparer.Ordinal);

    /// <summary>Its name.</summary>
    public string Name { get; } = name;

    /// <summary><c>counter</c>, <c>gauge</c>, <c>histogram</c>, <c>summary</c> or <c>untyped</c>.</summary>
    public string Type { get; set; } = "untyped";

    /// <summary>What it is, in words.</summary>
    public string Help { get; set; } = "";

    /// <summary>Values by name and labels as they are written: <c>name{a="b"}</c>.</summary>
    public IReadOnlyDictionary<string, double> Samples => _samples;

    /// <summary>True if its values grow for ever: those of workers that have ended still count.</summary>
    public bool IsCumulative => Type is "counter" or "histogram" or "summary";

    /// <summary>Sets a value.</summary>
    public void Set(string sample, double value) => _samples[sample] = value;

    /// <summary>Adds another worker's values. Quantiles cannot be added: the largest stays.</summary>
    public void Add(MetricFamily other)
    {
        if (Help.Length == 0) Help = other.Help;
        foreach (var (sample, value) in other._samples)
        {
            var isQuantile = Type == "summary" && sample.Contains("quantile=\"", StringComparison.Ordinal);
            _samples[sample] = !_samples.TryGetValue(sample, out var sum) ? value : isQuantile ? Math.Max(sum, value) : sum + value;
        }
    }
}
