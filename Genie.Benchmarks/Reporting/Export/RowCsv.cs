using System.Globalization;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting.Export;

/// <summary>Results as CSV: a line for each row.</summary>
internal static class RowCsv
{
    private static readonly (string Title, Func<RunRow, string> Of)[] Columns =
    [
        ("broker", row => row.Broker),
        ("client", row => row.Client),
        ("client_version", row => row.ClientVersion),
        ("server", row => row.Server),
        ("mode", row => Figures.Name(row.Mode)),
        ("confirmation", row => Figures.Name(row.Confirmation)),
        ("connections", row => Csv.Of(row.Connections)),
        ("in_flight", row => Csv.Of(row.InFlight)),
        ("stages", row => Figures.Name(row.Stages)),
        ("payload_bytes", row => Csv.Of(row.PayloadBytes)),
        ("rate_asked", row => Csv.Of(row.RateAsked)),
        ("repetition", row => Csv.Of(row.Repetition)),
        ("encrypted", row => Csv.Of(row.Encrypted)),
        ("network", row => row.Network ?? ""),
        ("valid", row => Csv.Of(row.Valid)),
        ("duration_s", row => Csv.Of(row.DurationSeconds)),
        ("requests", row => Csv.Of(row.Requests)),
        ("throughput_per_s", row => Csv.Of(row.ThroughputPerSecond)),
        ("arrived_per_s", row => row.ArrivedPerSecond is { } arrived ? Csv.Of(arrived) : ""),
        ("mean_us", row => Csv.Of(row.LatencyMicroseconds.Mean)),
        ("p50_us", row => Csv.Of(row.LatencyMicroseconds.P50)),
        ("p90_us", row => Csv.Of(row.LatencyMicroseconds.P90)),
        ("p99_us", row => Csv.Of(row.LatencyMicroseconds.P99)),
        ("p99_9_us", row => Csv.Of(row.LatencyMicroseconds.P999)),
        ("max_us", row => Csv.Of(row.LatencyMicroseconds.Max)),
        ("sent", row => Csv.Of(row.Ledger.Sent)),
        ("delivered", row => Csv.Of(row.Ledger.Delivered)),
        ("lost", row => Csv.Of(row.Ledger.Lost)),
        ("lost_after_confirm", row => Csv.Of(row.Ledger.LostAfterConfirm)),
        ("duplicated", row => Csv.Of(row.Ledger.Duplicated)),
        ("errors", row => Csv.Of(row.Ledger.Errors)),
        ("client_cpu_s", row => Csv.Of(row.ClientProcess.CpuSeconds)),
        ("worker_cpu_s", row => Csv.Of(row.WorkerProcess.CpuSeconds)),
        ("marks", row => string.Join("; ", row.Marks.Select(mark => mark.Text))),
    ];

    /// <summary>The text. Its columns are named as in the results' file; times end in their unit.</summary>
    public static string Create(BenchResults results) => Csv.Create(
        Columns.Select(column => column.Title).Prepend("started"),
        results.Runs.Select(row => Columns.Select(column => column.Of(row)).Prepend(results.Started.UtcDateTime.ToString("O", CultureInfo.InvariantCulture))));
}
