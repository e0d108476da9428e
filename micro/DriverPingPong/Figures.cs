using System.Diagnostics;
using System.Text.Json;

namespace DriverPingPong;

/// <summary>What was measured, as the line that is printed.</summary>
internal static class Figures
{
    private static readonly double MicrosecondsPerTick = 1e6 / Stopwatch.Frequency;

    /// <summary>Of request and reply: <c>per_s</c>, and the latency in microseconds.</summary>
    /// <param name="arguments">What was asked for.</param>
    /// <param name="count">Round trips within the measured time.</param>
    /// <param name="ticks">How long each took, or as many of the latest as were kept.</param>
    /// <param name="allocatedBytes">By this process, meanwhile.</param>
    public static string OfRoundTrips(Arguments arguments, long count, long[] ticks, long allocatedBytes)
    {
        Array.Sort(ticks);
        return JsonSerializer.Serialize(new
        {
            part = "rt",
            system = arguments.System,
            candidate = arguments.Candidate,
            size = arguments.Size,
            connections = arguments.Connections,
            in_flight = arguments.InFlight,
            per_s = Math.Round(count / arguments.Duration.TotalSeconds),
            mean_us = Math.Round(ticks.Average() * MicrosecondsPerTick, 2),
            p50_us = Quantile(ticks, 0.5),
            p99_us = Quantile(ticks, 0.99),
            allocated_bytes = Math.Round((double)allocatedBytes / count, 1),
        });
    }

    /// <summary>Of one-way messages: <c>per_s</c> until the last had arrived, or was confirmed where nobody listens, and <c>flushed_per_s</c> until all had left.</summary>
    public static string OfPublications(Arguments arguments, long sent, long arrived, TimeSpan flushed, TimeSpan elapsed, long allocatedBytes) => JsonSerializer.Serialize(new
    {
        part = arguments.Mode,
        system = arguments.System,
        candidate = arguments.Candidate,
        size = arguments.Size,
        in_flight = arguments.InFlight,
        sent,
        arrived,
        flushed_per_s = Math.Round(sent / flushed.TotalSeconds),
        per_s = Math.Round(arrived / elapsed.TotalSeconds),
        allocated_bytes = Math.Round((double)allocatedBytes / sent, 1),
    });

    private static double Quantile(long[] sorted, double share) =>
        Math.Round(sorted[Math.Min(sorted.Length - 1, (int)(share * sorted.Length))] * MicrosecondsPerTick, 2);
}
