using Genie.Benchmarks.Load.Limits;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Reporting.Sweeps;

namespace Genie.Benchmarks.Reporting.Verdicts;

/// <summary>What a sweep answers: who carries most while latency holds a condition, and who is quickest while there is little to do.</summary>
internal static class SweepVerdicts
{
    /// <summary>The verdicts; none where there was no sweep.</summary>
    public static IEnumerable<UseVerdict> Find(BenchResults results)
    {
        if (results.Sweep is not { } sweep) return [];
        var curves = SweepCurve.Of(results).Where(curve => !curve.Shape.Encrypted && curve.Series is { HasFigures: true, IsRanked: true }).ToList();
        return new[] { Throughput(curves, LimitCondition.Parse(sweep.Condition)), Latency(curves) }.OfType<UseVerdict>();
    }

    /// <summary>Those that hold the condition, the most throughput first; each client of each system at the load that suits it best.</summary>
    public static IReadOnlyList<Contender> Ranked(IEnumerable<SweepCurve> curves, LimitCondition condition) =>
    [
        .. curves.Where(curve => curve.Series is { HasFigures: true, IsRanked: true }).Select(curve => curve.Most(condition)).OfType<Contender>()
            .OrderByDescending(contender => contender.Interval.Median).DistinctBy(contender => contender.Series.Name),
    ];

    private static UseVerdict? Throughput(List<SweepCurve> curves, LimitCondition condition) => Ranked(curves, condition) is { Count: > 0 } contenders
        ? new UseVerdict($"Most throughput at {condition}", "round trips a second, open loop, latency from the intended times", value => $"{Figures.PerSecond(value)}/s", true, contenders) : null;

    private static UseVerdict? Latency(List<SweepCurve> curves)
    {
        // One rate for all: what differs in load is not compared.
        double[] common = curves.Count == 0 ? [] : [.. curves.Select(curve => curve.All.Select(row => row.RateAsked)).Aggregate((a, b) => a.Intersect(b))];
        if (common.Length == 0) return null;
        Contender[] contenders = [.. curves.Select(curve => curve.LatencyAt(common.Min())).OfType<Contender>().OrderBy(contender => contender.Interval.Median).DistinctBy(contender => contender.Series.Name)];
        return contenders.Length == 0 ? null
            : new UseVerdict("Lowest latency under load", $"median of a round trip at {Figures.Count(common.Min())} a second, the least that all were measured at", Figures.Latency, false, contenders);
    }
}
