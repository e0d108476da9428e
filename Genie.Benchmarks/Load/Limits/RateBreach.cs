using System.Globalization;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Load.Limits;

/// <summary>What speaks against a rate whatever its latencies are.</summary>
internal static class RateBreach
{
    // A rate that is not reached is not held, however short the latencies of what was sent.
    private const double ReachedShare = 0.98;

    /// <summary>Why a row does not hold its rate: it was not reached, requests failed, or the row is invalid; null if nothing is wrong.</summary>
    public static string? Find(RunRow row)
    {
        if (row.ThroughputPerSecond < row.RateAsked * ReachedShare) return string.Create(CultureInfo.InvariantCulture, $"{row.ThroughputPerSecond:0}/s reached");
        if (row.Ledger.Errors > 0) return $"{row.Ledger.Errors:N0} errors";
        if (row.Valid) return null;
        return row.Marks.Count > 0 ? row.Marks[0].Text : "invalid";
    }

    /// <summary>The same, or how its latencies break a condition.</summary>
    public static string? Find(RunRow row, LimitCondition condition) => Find(row) ?? condition.FindBreach(row.LatencyMicroseconds);
}
