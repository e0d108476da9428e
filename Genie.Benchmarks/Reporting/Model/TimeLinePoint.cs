using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Reporting.Model;

/// <summary>One second of a run, or a few of a long one.</summary>
/// <param name="Second">From 0, the begin of the measured time.</param>
/// <param name="Requests">Requests that ended in it.</param>
/// <param name="P50Microseconds">Their median latency.</param>
/// <param name="P99Microseconds">Their 99th percentile.</param>
/// <param name="Errors">Requests that failed in it.</param>
public sealed record TimeLinePoint(
    int Second,
    long Requests,
    [property: JsonPropertyName("p50_us")] double P50Microseconds,
    [property: JsonPropertyName("p99_us")] double P99Microseconds,
    long Errors = 0)
{
    /// <summary>How many seconds it covers; a time line has at most 512 points.</summary>
    public int Seconds { get; set; } = 1;

    /// <summary>Requests a second.</summary>
    [JsonIgnore]
    public double PerSecond => Requests / (double)Seconds;

    /// <summary>What the sending process held at its end; in runs of a minute and more.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public ResourcePoint? Client { get; set; }

    /// <summary>What the answering process held; null too where it is the same process.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public ResourcePoint? Worker { get; set; }
}
