using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Reporting.Model;

/// <summary>What a sweep was judged and watched by.</summary>
public sealed record SweepFigures
{
    /// <summary>What latencies had to hold for a rate to count: <c>p99 &lt; 10ms</c>.</summary>
    public string Condition { get; set; } = "";

    /// <summary>The control, one entry a round, in order.</summary>
    public IReadOnlyList<ControlReading> Control { get; set; } = [];

    /// <summary>Where it moved by more than its own spread; null where it did not.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<ControlMove>? ControlMoves { get; set; }
}
