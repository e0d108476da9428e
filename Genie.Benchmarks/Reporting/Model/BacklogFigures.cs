using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Reporting.Model;

/// <summary>What waited while the worker was away, and how fast it went through that when it was back.</summary>
public sealed record BacklogFigures
{
    /// <summary>How long the worker was away from the beginning of the measured time on, in seconds.</summary>
    [JsonPropertyName("away_s")]
    public double AwaySeconds { get; set; }

    /// <summary>The most messages that were sent and not received.</summary>
    public long Largest { get; set; }

    /// <summary>From the worker's return until less than a hundredth of these was left, while sending went on, in seconds; null if that was never so.</summary>
    [JsonPropertyName("drain_s")]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? DrainSeconds { get; set; }

    /// <summary>Messages received a second meanwhile; 0 if it was never drained.</summary>
    [JsonPropertyName("drain_per_s")]
    public double DrainPerSecond { get; set; }
}
