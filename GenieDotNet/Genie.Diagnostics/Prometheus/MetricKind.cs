namespace Genie.Diagnostics.Prometheus;

/// <summary>What kind of metric; its name in lower case is the format's.</summary>
internal enum MetricKind
{
    /// <summary>Grows.</summary>
    Counter,

    /// <summary>Grows and shrinks.</summary>
    Gauge,

    /// <summary>Counts values by size.</summary>
    Histogram,
}
