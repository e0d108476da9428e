using Genie.Benchmarks.Drivers;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Load;

/// <summary>
/// Marks rows that are so much slower than the same system's other client, or than the same with fewer connections, that the load does not explain it: a
/// buffer, a setting or a fault is the cause, and the row says little of the system.
/// </summary>
internal static class SlowRows
{
    private const double RatioMin = 10;

    /// <summary>The rows, with a mark on those that are suspect.</summary>
    public static IReadOnlyList<RunRow> Mark(IReadOnlyList<RunRow> rows) => [.. rows.Select(row => IsCompared(row) && Describe(row, rows) is { } text
        ? row with { Marks = [.. row.Marks, new RowMark(RowMarkKinds.Suspect, text)] } : row)];

    // A rate that was asked for is no finding, and a fault explains any.
    private static bool IsCompared(RunRow row) => row is { Requests: > 0, ThroughputPerSecond: > 0, RateAsked: 0, Faults: null } && !DriverCatalogue.References.Contains(row.Broker);

    private static string? Describe(RunRow row, IReadOnlyList<RunRow> rows)
    {
        var shape = LoadShape.Of(row);
        var best = rows.Where(other => IsCompared(other) && other.Broker == row.Broker && other.Confirmation == row.Confirmation && IsSibling(row, shape, other)).MaxBy(other => other.ThroughputPerSecond);
        if (best is null || best.ThroughputPerSecond < row.ThroughputPerSecond * RatioMin) return null;
        var sibling = best.Client == row.Client ? $"{Figures.Count(best.Connections)} connection{(best.Connections == 1 ? "" : "s")}" : $"the {best.Client} client";
        return $"suspect: {Figures.PerSecond(row.ThroughputPerSecond)}/s, with {sibling} {Figures.PerSecond(best.ThroughputPerSecond)}/s, {Figures.Count(best.ThroughputPerSecond / row.ThroughputPerSecond)} times as many";
    }

    private static bool IsSibling(RunRow row, LoadShape shape, RunRow other)
    {
        var same = LoadShape.Of(other) with { Connections = shape.Connections } == shape;
        return same && (other.Client == row.Client ? other.Connections < row.Connections : other.Connections == row.Connections);
    }
}
