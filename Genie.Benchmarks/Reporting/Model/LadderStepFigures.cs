using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Reporting.Model;

/// <summary>One step of a ladder; figures are medians over its repetitions.</summary>
public sealed record LadderStepFigures
{
    /// <summary>What is added to the step below.</summary>
    public string Name { get; set; } = "";

    /// <summary>Through which client; empty for the bare socket.</summary>
    public string Client { get; set; } = "";

    /// <summary>How often it was measured.</summary>
    public int Repetitions { get; set; }

    /// <summary>Mean round trip.</summary>
    [JsonPropertyName("mean_us")]
    public double MeanMicroseconds { get; set; }

    /// <summary>Median round trip.</summary>
    [JsonPropertyName("p50_us")]
    public double P50Microseconds { get; set; }

    /// <summary>Its 99th percentile.</summary>
    [JsonPropertyName("p99_us")]
    public double P99Microseconds { get; set; }

    /// <summary>Its median less the median of the step below; below 0 where noise is larger than the step.</summary>
    [JsonPropertyName("added_us")]
    public double AddedMicroseconds { get; set; }
}
