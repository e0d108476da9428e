using Genie.Benchmarks.Measurement.Statistics;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;

namespace Genie.Benchmarks.Reporting.Verdicts;

/// <summary>Answers which system is best for which use. Only ranked series take part, and only such as made the same promise are compared.</summary>
internal static class VerdictFinder
{
    /// <summary>A verdict for each use that was measured.</summary>
    public static IReadOnlyList<UseVerdict> Find(BenchResults results)
    {
        var groups = LoadGroup.Of(results.WithoutSweep()).Where(group => !group.Shape.Encrypted && group.Series.Any(series => series.IsRanked)).ToList();
        var published = groups.Where(group => group.Shape.Mode == RunMode.FireAndForget).ToList();
        var usual = UsualLevel(published);
        UseVerdict?[] verdicts = [Latency(groups), UnderLoad(groups), Throughput(published), Safest(published), Cheapest(published, usual)];
        return [.. SweepVerdicts.Find(results), .. verdicts.OfType<UseVerdict>()];
    }

    /// <summary>Processor time of client and worker for one message, in microseconds; the server's is not in it.</summary>
    public static double CpuMicroseconds(RunRow row) =>
        row.Requests == 0 ? 0 : (row.ClientProcess.CpuSeconds + row.WorkerProcess.CpuSeconds) * 1e6 / row.Requests;

    private static UseVerdict? Latency(IEnumerable<LoadGroup> groups)
    {
        var least = groups.Where(group => group.Shape.Mode == RunMode.RoundTrip).MinBy(group => group.Shape.Connections * group.Shape.InFlight);
        return least is null ? null : Verdict(
            "Lowest latency", $"median of a round trip, {Loads(least)}", Figures.Latency, isHigherBetter: false, [least], _ => true, row => row.LatencyMicroseconds.P50);
    }

    private static UseVerdict? UnderLoad(IEnumerable<LoadGroup> groups)
    {
        var trips = groups.Where(group => group.Shape.Mode == RunMode.RoundTrip).ToList();
        var most = trips.MaxBy(group => group.Shape.Connections * group.Shape.InFlight);
        return most is null || trips.Count < 2 ? null : Verdict(
            "Most round trips", $"a second, {Loads(most)}", PerSecond, isHigherBetter: true, [most], _ => true, row => row.ThroughputPerSecond);
    }

    /// <summary>What arrived: a send that only filled a buffer is no throughput. Where anything was confirmed, what was not takes no part.</summary>
    private static UseVerdict? Throughput(IReadOnlyList<LoadGroup> published)
    {
        var isConfirmed = published.SelectMany(group => group.Series).Any(series => series.IsRanked && series.Confirmation > Confirmation.Buffered);
        return Verdict(
            "Most throughput", isConfirmed ? "messages a second that arrived, confirmed by the broker" : $"messages a second that arrived, {Promise(Confirmation.Buffered)}",
            PerSecond, isHigherBetter: true, published, series => !isConfirmed || series.Confirmation > Confirmation.Buffered, Series.ArrivedPerSecond);
    }

    private static UseVerdict? Safest(IReadOnlyList<LoadGroup> published)
    {
        var levels = published.SelectMany(group => group.Series).Where(series => series.IsRanked && series.Confirmation > Confirmation.Buffered).Select(series => series.Confirmation).ToList();
        if (levels.Count == 0) return null;
        var strongest = levels.Max();
        return Verdict(
            "Safest", $"messages a second that arrived, {Promise(strongest)}, none lost", PerSecond, isHigherBetter: true, published, series => series.Confirmation == strongest, Series.ArrivedPerSecond);
    }

    private static UseVerdict? Cheapest(IReadOnlyList<LoadGroup> published, Confirmation level) => Verdict(
        "Cheapest", $"processor time a message without the server's, {Promise(level)}", Figures.Latency,
        isHigherBetter: false, published, series => series.Confirmation == level, CpuMicroseconds);

    /// <summary>The level that most systems have been measured at; of two, the stronger.</summary>
    private static Confirmation UsualLevel(IEnumerable<LoadGroup> published) => published
        .SelectMany(group => group.Series).Where(series => series.IsRanked).GroupBy(series => series.Confirmation, series => series.Broker)
        .OrderByDescending(level => level.Distinct().Count()).ThenByDescending(level => level.Key).Select(level => level.Key).FirstOrDefault();

    private static UseVerdict? Verdict(
        string use, string measured, Func<double, string> format, bool isHigherBetter, IEnumerable<LoadGroup> groups, Func<Series, bool> takesPart, Func<RunRow, double> value)
    {
        var contenders = Contenders(groups, takesPart, value, isHigherBetter);
        return contenders.Count == 0 ? null : new UseVerdict(use, measured, format, isHigherBetter, contenders);
    }

    /// <summary>Each client of each system, at the load that suits it best.</summary>
    private static List<Contender> Contenders(IEnumerable<LoadGroup> groups, Func<Series, bool> takesPart, Func<RunRow, double> value, bool isHigherBetter)
    {
        var all = groups.SelectMany(group => group.Series).Where(series => series.IsRanked && series.HasFigures && takesPart(series))
            .Select(series => new Contender(series, MedianInterval.Of(series.Rows.Select(value)))).Where(contender => contender.Interval.Median > 0);
        return [.. Ordered(all.GroupBy(contender => contender.Series.Name).Select(own => Ordered(own, isHigherBetter).First()), isHigherBetter)];
    }

    private static IOrderedEnumerable<Contender> Ordered(IEnumerable<Contender> contenders, bool isHigherBetter) => isHigherBetter
        ? contenders.OrderByDescending(contender => contender.Interval.Median) : contenders.OrderBy(contender => contender.Interval.Median);

    private static string PerSecond(double value) => $"{Figures.PerSecond(value)}/s";

    private static string Loads(LoadGroup group) => $"{Figures.Count(group.Shape.Connections * group.Shape.InFlight)} at a time";

    private static string Promise(Confirmation level) => level switch
    {
        Confirmation.Buffered => "buffered: left the process",
        Confirmation.Accepted => "accepted by the broker",
        _ => "on the broker's disk",
    };
}
