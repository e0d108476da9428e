using System.Globalization;
using System.Text.Json;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>A row as the texts of a table's cells.</summary>
internal static class RowCells
{
    /// <summary>The columns' titles.</summary>
    /// <param name="withEffects">True for what was found in the event store.</param>
    public static IReadOnlyList<string> Titles(bool withEffects) =>
    [
        "system", "client", "mode", "confirmed", "conn x in flight", "per second", "mean us", "p50", "p99", "p99.9", "lost",
        .. withEffects ? ["effects missing", "double"] : (string[])[], "remark",
    ];

    /// <summary>The cells of a measured row.</summary>
    public static IReadOnlyList<string> Of(RunRow row, bool withEffects) =>
    [
        row.Broker, row.Client, Name(row.Mode), Name(row.Confirmation), $"{row.Connections} x {row.InFlight}",
        Number(row.ThroughputPerSecond), Latency(row.LatencyMicroseconds.Mean), Latency(row.LatencyMicroseconds.P50),
        Latency(row.LatencyMicroseconds.P99), Latency(row.LatencyMicroseconds.P999), Number(row.Ledger.Lost),
        .. withEffects ? [Number(row.Effects?.Missing), Number(row.Effects?.Doubled)] : (string[])[], Remark(row),
    ];

    /// <summary>The cells of a row that is being measured.</summary>
    public static IReadOnlyList<string> Of(LoadJob job, LoadEvent? progress, bool withEffects) =>
    [
        job.Broker.Broker, job.Broker.Client, Name(job.Mode), Name(job.Confirmation), $"{job.Connections} x {job.InFlight}",
        progress?.PerSecond > 0 ? Number(progress.PerSecond) : "", "", "", "", "", "",
        .. withEffects ? ["", ""] : (string[])[], progress?.Phase ?? "",
    ];

    private static string Remark(RunRow row)
    {
        var first = row.Marks.Count == 0 ? null : row.Marks[0];
        return first is null or { Kind: RowMarkKinds.Baseline } ? (row.Valid ? "" : "invalid") : first.Text;
    }

    private static string Name<T>(T value)
        where T : struct, Enum => JsonNamingPolicy.KebabCaseLower.ConvertName(value.ToString());

    private static string Number(double? value) => value?.ToString("N0", CultureInfo.InvariantCulture) ?? "";

    private static string Latency(double microseconds) =>
        microseconds.ToString(microseconds < 100 ? "0.0" : "N0", CultureInfo.InvariantCulture);
}
