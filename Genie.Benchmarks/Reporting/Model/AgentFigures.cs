using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Reporting.Model;

/// <summary>A machine that took part in a row which several measured.</summary>
public sealed record AgentFigures
{
    /// <summary>Its name; <c>here</c> is the machine that led the measurement.</summary>
    public required string Name { get; init; }

    /// <summary><c>client</c>, <c>worker</c>, or <c>client, worker</c>.</summary>
    public required string Role { get; init; }

    /// <summary>Where its agent listens; null of the machine that led.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Address { get; set; }

    /// <summary>Its processors.</summary>
    public int Cores { get; set; }

    /// <summary>Its operating system, with version.</summary>
    public string Os { get; set; } = "";

    /// <summary>Connections that it had.</summary>
    public int Connections { get; set; }

    /// <summary>Requests that it made.</summary>
    public long Requests { get; set; }

    /// <summary>How far its wall clock was ahead of the leading machine's, in microseconds.</summary>
    [JsonPropertyName("clock_offset_us")]
    public double ClockOffsetMicroseconds { get; set; }

    /// <summary>That offset is this much more or less at most, in microseconds.</summary>
    [JsonPropertyName("clock_uncertainty_us")]
    public double ClockUncertaintyMicroseconds { get; set; }

    /// <summary>The share of its processors that was used in the measured time and the drain, from 0 to 1; null where that is not told.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? CpuShare { get; set; }

    /// <summary>Bytes a second that came over its networks then, whatever they were; null where that is not told.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    [JsonPropertyName("received_bytes_per_s")]
    public double? ReceivedBytesPerSecond { get; set; }

    /// <summary>Bytes a second that went.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    [JsonPropertyName("sent_bytes_per_s")]
    public double? SentBytesPerSecond { get; set; }

    /// <summary>Bytes a second that the way from the leading machine to it carried, before the first row; 0 of the leading one.</summary>
    [JsonPropertyName("to_agent_bytes_per_s")]
    public double ToAgentBytesPerSecond { get; set; }

    /// <summary>The same from it to the leading machine.</summary>
    [JsonPropertyName("from_agent_bytes_per_s")]
    public double FromAgentBytesPerSecond { get; set; }
}
