using Genie.Benchmarks.Load;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Reporting.Verdicts;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>A row as a line: of 80 columns under titles for a terminal, of cells that name what they hold for a log.</summary>
internal static class RowCells
{
    /// <summary>The titles over <see cref="Line(RunRow)"/>.</summary>
    public static string Titles { get; } = Line("system", "mode", "load", "confirmed", "a second", "p50", "p99");

    /// <summary>A measured row in 80 columns.</summary>
    public static string Line(RunRow row) => Line(
        $"{row.Broker} ({row.Client})", Figures.Name(row.Mode), Load(row), Figures.Name(row.Confirmation),
        row.Requests > 0 ? Figures.PerSecond(row.ThroughputPerSecond) : "-", Figures.Latency(row.LatencyMicroseconds.P50), Figures.Latency(row.LatencyMicroseconds.P99));

    /// <summary>A job in a few words: <c>nats (wire), round-trip, 32 x 1</c>.</summary>
    public static string Name(LoadJob job) => $"{job.Broker.Broker} ({job.Broker.Client}), {Figures.Name(job.Mode)}, {job.Connections} x {job.InFlight}{(job.Workload.HasGrainNodes ? $", {job.Workload.Nodes} {job.Workload.GrainHost}" : "")}";

    /// <summary>The cells of a measured row, each with its unit.</summary>
    /// <param name="row">The row.</param>
    /// <param name="withEffects">True for what was found in the event store.</param>
    public static IReadOnlyList<string> Of(RunRow row, bool withEffects) =>
    [
        row.Broker, row.Client, Figures.Name(row.Mode), Figures.Name(row.Confirmation), Load(row),
        $"{Figures.PerSecond(row.ThroughputPerSecond)}/s", $"CPU {Figures.Latency(VerdictFinder.CpuMicroseconds(row))}", $"mean {Figures.Latency(row.LatencyMicroseconds.Mean)}", $"p50 {Figures.Latency(row.LatencyMicroseconds.P50)}",
        $"p99 {Figures.Latency(row.LatencyMicroseconds.P99)}", $"p99.9 {Figures.Latency(row.LatencyMicroseconds.P999)}", $"{Figures.Count(row.Ledger.Lost)} lost",
        .. withEffects ? [$"{Figures.Count(row.Effects?.Missing ?? 0)} effects missing", $"{Figures.Count(row.Effects?.Doubled ?? 0)} double"] : (string[])[], Remark(row),
    ];

    /// <summary>The first thing marked on a row, or why it is invalid; empty where there is nothing to say.</summary>
    public static string Remark(RunRow row)
    {
        var first = row.Marks.Count == 0 ? null : row.Marks[0];
        return first is null or { Kind: RowMarkKinds.Baseline } ? (row.Valid ? "" : "invalid") : first.Text;
    }

    private static string Load(RunRow row) => $"{row.Connections} x {row.InFlight}{(row.Nodes > 0 ? $" on {row.Nodes}" : "")}";

    private static string Line(string system, string mode, string load, string confirmation, string perSecond, string p50, string p99) =>
        $"{system,-19} {mode,-15} {load,8} {confirmation,-9} {perSecond,9} {p50,7} {p99,7}";
}
