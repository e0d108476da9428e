using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Reporting.Model;

/// <summary>What the whole machine did while a row was measured, warm-up and drain included.</summary>
public sealed record MachineLoadFigures
{
    /// <summary>The share of its processors' time that was used, from 0 to 1: client, worker and server, and whatever else ran.</summary>
    public double BusyShare { get; set; }

    /// <summary>The share that a hypervisor took for other machines.</summary>
    public double StealShare { get; set; }

    /// <summary>Processes that ran or waited to, averaged over the last minute.</summary>
    public double LoadAverage { get; set; }

    /// <summary>How far the time of day moved against the monotonic clock, in milliseconds.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    [JsonPropertyName("clock_step_ms")]
    public double ClockStepMilliseconds { get; set; }

    /// <summary>The first processor's frequency at the end, in MHz; null where it is not told.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    [JsonPropertyName("frequency_mhz")]
    public double? FrequencyMegahertz { get; set; }
}
