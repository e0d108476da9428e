using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Reporting.Model;

/// <summary>What the levels of transports take, with one request under way: raw socket, transport, IBroker, RPC, full pipeline.</summary>
public sealed record OverheadFigures
{
    /// <summary>What a step is to stay below.</summary>
    public const double StepLimitMicroseconds = 1_000;

    /// <summary>The same, for readers of the file.</summary>
    [JsonPropertyName("step_limit_us")]
    public double Limit { get; set; } = StepLimitMicroseconds;

    /// <summary>True if every step that was measured adds less than that, by medians; null where a step failed or none was measured.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public bool? EveryStepIsBelowLimit => Steps.Any(step => step.Level.NoSuchLevel is null && step.Level.Cost?.AddedMicroseconds is null) ? null : Slow.Count == 0;

    /// <summary>The transports, in the order measured.</summary>
    public IReadOnlyList<TransportFigures> Transports { get; set; } = [];

    /// <summary>The levels of all transports.</summary>
    [JsonIgnore]
    internal IEnumerable<(string Transport, LevelFigures Level)> Steps => Transports.SelectMany(transport => transport.Levels.Select(level => (transport.Transport, level)));

    /// <summary>Those that add too much, the worst first.</summary>
    [JsonIgnore]
    internal IReadOnlyList<(string Transport, LevelFigures Level)> Slow =>
        [.. Steps.Where(step => step.Level.Cost?.AddedMicroseconds >= StepLimitMicroseconds).OrderByDescending(step => step.Level.Cost!.AddedMicroseconds)];
}

/// <summary>The levels of one transport.</summary>
public sealed record TransportFigures
{
    /// <summary><c>udp</c>, <c>tcp</c>, <c>litenetlib</c> or <c>orleans</c>.</summary>
    public string Transport { get; set; } = "";

    /// <summary>From the least to all.</summary>
    public IReadOnlyList<LevelFigures> Levels { get; set; } = [];
}
