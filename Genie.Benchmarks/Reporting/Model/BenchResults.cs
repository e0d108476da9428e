using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Reporting.Model;

/// <summary>All that one <c>genie bench</c> measured: the content of <c>results.json</c>, whose names docs/method.md lists.</summary>
/// <remarks>
/// What may be absent from a file has a setter, not an initializer: the generated reader would overwrite the default of
/// an init-only property with zero.
/// </remarks>
public sealed record BenchResults
{
    /// <summary>The version of this format that the program writes and reads.</summary>
    public const int CurrentSchema = 1;

    /// <summary>The format's version.</summary>
    public int Schema { get; set; } = CurrentSchema;

    /// <summary>Where it was measured.</summary>
    public required MachineFacts Machine { get; init; }

    /// <summary>The checkout it was measured in; null outside of one.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public SourceFacts? Source { get; set; }

    /// <summary>When the first run began, UTC.</summary>
    public required DateTimeOffset Started { get; init; }

    /// <summary>When the last run ended, UTC.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public DateTimeOffset? Ended { get; set; }

    /// <summary>The version of this program.</summary>
    public string Tool { get; set; } = "";

    /// <summary>The arguments it was started with, so that a reader can repeat it.</summary>
    public string CommandLine { get; set; } = "";

    /// <summary>The seed all requests and faults follow from.</summary>
    public long Seed { get; set; }

    /// <summary>True if the measurement was ended before its last run.</summary>
    public bool Partial { get; set; }

    /// <summary>What concerns no single row: a broker that was left out and why, a noisy machine.</summary>
    public IReadOnlyList<string> Remarks { get; set; } = [];

    /// <summary>What each layer adds, where that was measured.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<LadderFigures>? Ladders { get; set; }

    /// <summary>What the levels of transports take, where a ladder was measured of a system that has such transports.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public OverheadFigures? Overhead { get; set; }

    /// <summary>How latency under load was measured, where it was; the rows are those with a round.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public SweepFigures? Sweep { get; set; }

    /// <summary>One entry a measured run, in the order measured.</summary>
    public required IReadOnlyList<RunRow> Runs { get; init; }

    /// <summary>The same without the rows of a sweep, whose rates differ from system to system: they are shown as curves.</summary>
    internal BenchResults WithoutSweep() => this with { Runs = [.. Runs.Where(row => row.Round == 0)] };
}
