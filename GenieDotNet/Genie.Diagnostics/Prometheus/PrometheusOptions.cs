namespace Genie.Diagnostics.Prometheus;

/// <summary>What is exported.</summary>
public sealed record PrometheusOptions
{
    /// <summary>Meters whose names begin with one of these. Default: those of this project.</summary>
    public IReadOnlyList<string> Meters { get; init; } = ["Genie."];

    /// <summary>The most series of one metric: what goes beyond is left out and counted, so that a label with too many values does no harm. Default 1,000.</summary>
    public int SeriesMax { get; init; } = 1_000;

    /// <summary>Upper bounds of buckets where a histogram advises none, in its unit. Default: those usual for seconds.</summary>
    public IReadOnlyList<double> Buckets { get; init; } = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
}
