using System.Text.Json.Serialization;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting.Calls;

/// <summary>A table of calls with all its figures: the content of <c>calls.json</c>. Names end in their units.</summary>
internal sealed record CallTable
{
    /// <summary>The name of the file.</summary>
    public const string FileName = "calls.json";

    /// <summary>The name of the page that shows it.</summary>
    public const string PageName = "calls.html";

    /// <summary>The version of this format.</summary>
    public int Schema { get; set; } = 1;

    /// <summary>Where it was measured.</summary>
    public required MachineFacts Machine { get; init; }

    /// <summary>What the whole machine did meanwhile; null where it is not told.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public MachineLoadFigures? MachineLoad { get; set; }

    /// <summary>The checkout it was measured in; null outside of one.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public SourceFacts? Source { get; set; }

    /// <summary>When the first turn began, UTC.</summary>
    public required DateTimeOffset Started { get; init; }

    /// <summary>When the last turn ended, UTC.</summary>
    public required DateTimeOffset Ended { get; init; }

    /// <summary>The arguments of the command, so that a reader can repeat it.</summary>
    public required string CommandLine { get; init; }

    /// <summary>Turns of each system in each cell.</summary>
    public required int Repetitions { get; init; }

    /// <summary>Which packets were lost follows from it.</summary>
    public required int Seed { get; init; }

    /// <summary>True if it was ended before its last turn.</summary>
    public bool Partial { get; set; }

    /// <summary>What concerns no single cell.</summary>
    public IReadOnlyList<string> Remarks { get; set; } = [];

    /// <summary>The cells, in the order measured.</summary>
    public required IReadOnlyList<CallCell> Cells { get; init; }

    /// <summary>What Genie.Rpc.Quic is to reach, and whether it did.</summary>
    public IReadOnlyList<CallTarget> Targets { get; set; } = [];

    /// <summary>True if every row has figures.</summary>
    [JsonIgnore]
    public bool IsWhole => Cells.Count > 0 && Cells.All(cell => cell.Rows.All(row => row.Error is null));
}

/// <summary>Source-generated JSON of it.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, WriteIndented = true)]
[JsonSerializable(typeof(CallTable))]
internal sealed partial class CallTableJsonContext : JsonSerializerContext;
