using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Reporting.Model;

/// <summary>A latency distribution's figures, in microseconds.</summary>
public sealed record LatencyFigures
{
    /// <summary>The arithmetic mean.</summary>
    public double Mean { get; set; }

    /// <summary>The median.</summary>
    [JsonPropertyName("p50")]
    public double P50 { get; set; }

    /// <summary>The 90th percentile.</summary>
    [JsonPropertyName("p90")]
    public double P90 { get; set; }

    /// <summary>The 99th percentile.</summary>
    [JsonPropertyName("p99")]
    public double P99 { get; set; }

    /// <summary>The 99.9th percentile.</summary>
    [JsonPropertyName("p99_9")]
    public double P999 { get; set; }

    /// <summary>The longest.</summary>
    public double Max { get; set; }
}
