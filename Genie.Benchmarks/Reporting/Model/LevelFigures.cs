using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Reporting.Model;

/// <summary>A level of a transport.</summary>
public sealed record LevelFigures
{
    /// <summary><c>raw socket</c>, <c>transport</c>, <c>IBroker</c>, <c>RPC</c> or <c>full pipeline</c>.</summary>
    public string Name { get; set; } = "";

    /// <summary>The level that it stands on; null for the lowest, and where there is none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? On { get; set; }

    /// <summary>Why the transport has no such level, or null.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? NoSuchLevel { get; set; }

    /// <summary>Why it could not be measured, in at least one repetition, or null.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Failure { get; set; }

    /// <summary>What it takes; null where nothing was measured.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public LevelCost? Cost { get; set; }
}

/// <summary>What a round trip takes at a level; figures are medians over its repetitions.</summary>
public sealed record LevelCost
{
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

    /// <summary>Processor time of both processes a round trip, user and kernel.</summary>
    [JsonPropertyName("cpu_us")]
    public double CpuMicroseconds { get; set; }

    /// <summary>Its median less the median of the level that it stands on, which for the lowest is nothing; below 0 where noise is larger than the step, null where that level was not measured.</summary>
    [JsonPropertyName("added_us"), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? AddedMicroseconds { get; set; }
}
