using System.Globalization;
using Genie.Brokers.Conformance.Laboratory;

namespace Genie.Benchmarks.Commands.Lab;

/// <summary>One row a driver, as a Markdown table: the laboratory's answer at a glance.</summary>
internal static class LabSummary
{
    private static readonly HashSet<string> Disposals = [.. LabSuite.All.Where(check => check.Disposes).Select(check => check.Name)];

    /// <summary>The table.</summary>
    public static string Create(IReadOnlyList<LabRow> rows)
    {
        var lines = new List<string>
        {
            "| system | client | held | did not hold | longest to recover | lost | doubled | late | connections/s | longest disposal | leaked |",
            "| --- | --- | --: | --- | --: | --: | --: | --: | --: | --: | --: |",
        };
        lines.AddRange(rows.GroupBy(row => (row.System, row.Client)).Select(driver => Line(driver.Key.System, driver.Key.Client, [.. driver])));
        return string.Join(Environment.NewLine, lines);
    }

    private static string Line(string system, string client, LabRow[] rows)
    {
        var failed = string.Join(", ", rows.Where(row => !row.Held).Select(row => row.Check));
        var recovered = rows.Where(row => !Disposals.Contains(row.Check)).MaxBy(row => row.RecoverMs);
        var disposed = rows.Where(row => Disposals.Contains(row.Check)).MaxBy(row => row.RecoverMs);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"| {system} | {client} | {rows.Count(row => row.Held)} of {rows.Length} | {failed} | {Longest(recovered)} | {rows.Sum(row => row.Lost):N0} | {rows.Sum(row => row.Doubled):N0} | {rows.Sum(row => row.LateCallers):N0} | {rows.Max(row => row.ConnectionsPerS):0.0} | {Longest(disposed)} | {rows.Max(row => row.LeakedBytes) / 1024:N0} KiB |");
    }

    private static string Longest(LabRow? row) => row is null ? "" : string.Create(CultureInfo.InvariantCulture, $"{row.RecoverMs / 1000.0:0.00} s ({row.Check})");
}
