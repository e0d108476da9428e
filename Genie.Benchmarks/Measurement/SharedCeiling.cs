namespace Genie.Benchmarks.Measurement;

/// <summary>
/// The audit of a shared ceiling: a broker that is as fast as no broker at all was not what limited the row; the
/// workload or the harness was. Such a row says only that the broker is at least as fast.
/// </summary>
internal static class SharedCeiling
{
    /// <summary>How near to the null-broker row counts as the same.</summary>
    public const double Tolerance = 0.03;

    /// <summary>What to remark, or null if the row stays clear of the ceiling.</summary>
    /// <param name="requestsPerSecond">The row's throughput.</param>
    /// <param name="ceilingPerSecond">Throughput of the null-broker row of the same shape; 0 if there is none.</param>
    public static string? Remark(double requestsPerSecond, double ceilingPerSecond) =>
        ceilingPerSecond > 0 && requestsPerSecond >= ceilingPerSecond * (1 - Tolerance)
            ? FormattableString.Invariant($"shares the ceiling of the row with no broker ({ceilingPerSecond:0}/s): the workload is the limit, not the broker")
            : null;
}
