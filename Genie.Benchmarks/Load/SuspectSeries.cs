using System.Globalization;
using Genie.Benchmarks.Drivers;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;
using MathNet.Numerics.Statistics;

namespace Genie.Benchmarks.Load;

/// <summary>
/// Marks rows that cannot be right: so much slower than the same system's other client, or than with fewer connections, that the load does not explain it; requests that wait
/// while the processors are idle; a load generator that is the limit itself; a machine that was taken away, or whose clock was set.
/// </summary>
internal static class SuspectSeries
{
    private const double RatioMin = 10;

    // Linux delays an acknowledgement by 40 ms at least; who waits for one before sending on waits a little longer.
    private const double DelayedAckMinMicroseconds = 38_000;
    private const double DelayedAckMaxMicroseconds = 50_000;

    // Shorter waits are a disk's or a scheduler's.
    private const double StallMinMicroseconds = 5_000;
    private const double StallBusyShareMax = 0.25;

    private const double GeneratorShareMin = 0.95;
    private const double GeneratorIdleShareMin = 0.25;

    private const double StealShareMax = 0.1;

    // Beyond what a clock that is slewed gains in the longest warm-up.
    private const double ClockStepMinMilliseconds = 100;

    /// <summary>The rows, with a mark on all repetitions of those that are suspect.</summary>
    public static IReadOnlyList<RunRow> Mark(IReadOnlyList<RunRow> rows)
    {
        var all = Series.Of(rows.Where(IsCompared));
        return SeriesMarks.Add(rows, (shape, series) =>
            Find(shape, series, all).OfType<string>().Select(text => new RowMark(RowMarkKinds.Suspect, $"suspect: {text}")));
    }

    // A rate that was asked for is no finding, and a fault explains any.
    private static bool IsCompared(RunRow row) => row is { Requests: > 0, ThroughputPerSecond: > 0, RateAsked: 0, Faults: null } && !DriverCatalogue.References.Contains(row.Broker);

    private static IEnumerable<string?> Find(LoadShape shape, Series series, IReadOnlyList<(LoadShape Shape, Series Series)> all)
    {
        if (!series.IsBaseline && series.Rows.All(IsCompared))
        {
            yield return Slow(shape, series, all);
            yield return Stall(shape, series);
            yield return Generator(series);
        }

        var steal = series.Rows.Max(row => row.MachineLoad?.StealShare ?? 0);
        if (steal > StealShareMax) yield return string.Create(CultureInfo.InvariantCulture, $"the hypervisor took {steal * 100:0} % of the processors' time");
        var step = series.Rows.Select(row => row.MachineLoad?.ClockStepMilliseconds ?? 0).MaxBy(Math.Abs);
        if (Math.Abs(step) > ClockStepMinMilliseconds) yield return string.Create(CultureInfo.InvariantCulture, $"the machine's clock was set by {step / 1e3:0.0} s meanwhile");
    }

    private static string? Slow(LoadShape shape, Series series, IReadOnlyList<(LoadShape Shape, Series Series)> all)
    {
        var own = series.Throughput.Median;
        var (bestShape, best) = all.Where(other => other.Series.Broker == series.Broker && other.Series.Confirmation == series.Confirmation && IsSibling(shape, series, other.Shape, other.Series))
            .OrderByDescending(other => other.Series.Throughput.Median).FirstOrDefault();
        if (best is null || best.Throughput.Median < own * RatioMin) return null;
        var sibling = best.Client == series.Client ? $"{Figures.Count(bestShape.Connections)} connection{(bestShape.Connections == 1 ? "" : "s")}" : $"the {best.Client} client";
        return $"{Figures.PerSecond(own)}/s, with {sibling} {Figures.PerSecond(best.Throughput.Median)}/s, {Figures.Count(best.Throughput.Median / own)} times as many";
    }

    private static bool IsSibling(LoadShape shape, Series series, LoadShape otherShape, Series other) =>
        otherShape with { Connections = shape.Connections } == shape && (other.Client == series.Client ? otherShape.Connections < shape.Connections : otherShape.Connections == shape.Connections);

    private static string? Stall(LoadShape shape, Series series)
    {
        if (shape.Mode != RunMode.RoundTrip || shape.Network.Length > 0 || shape.WorkerDelayMilliseconds > 0 || BusyShare(series) is not { } busy || busy > StallBusyShareMax) return null;
        var wait = series.Rows.Select(row => row.LatencyMicroseconds.P50).Median();
        var idle = $"requests wait {Figures.Latency(wait)} with {(1 - busy) * 100:0} % idle";
        if (wait is >= DelayedAckMinMicroseconds and <= DelayedAckMaxMicroseconds) return $"{idle}: delayed ACK (TCP_NODELAY, larger buffers)";

        // What waits for a disk leaves the processors idle too.
        return wait >= StallMinMicroseconds && series.Confirmation < Confirmation.Persisted ? $"{idle}: a timer (polling, lingering)" : null;
    }

    private static string? Generator(Series series)
    {
        var share = series.Rows.Sum(row => row.ClientProcess.CpuSeconds) / series.Rows.Sum(row => row.DurationSeconds);
        return share >= GeneratorShareMin && BusyShare(series) is { } busy && 1 - busy >= GeneratorIdleShareMin
            ? string.Create(CultureInfo.InvariantCulture, $"the client used {share:0.0} processors with {(1 - busy) * 100:0} % idle: it may be the limit") : null;
    }

    private static double? BusyShare(Series series) => series.Rows.Average(row => row.MachineLoad?.BusyShare);
}
