using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;

namespace Genie.Benchmarks.Reporting.Comparison;

/// <summary>All series of one load, by confirmation level and, within a level, the fastest first.</summary>
internal sealed record LoadGroup(LoadShape Shape, IReadOnlyList<Series> Series)
{
    /// <summary>The levels that occur, the weakest first.</summary>
    public IEnumerable<IGrouping<Confirmation, Series>> Levels => Series.GroupBy(series => series.Confirmation);

    /// <summary>What is marked on every series alike, where there are several: to be said once.</summary>
    public IReadOnlyList<string> SharedReasons => Series.Count < 2 ? [] : [.. Series.Select(series => (IEnumerable<string>)series.Reasons).Aggregate((all, own) => all.Intersect(own))];

    /// <summary>Sorts rows into groups, those of fewer connections first, and ranks within each level; series whose intervals overlap share a rank: see <see cref="Ranks"/>.</summary>
    public static IReadOnlyList<LoadGroup> Of(BenchResults results) =>
    [
        .. Comparison.Series.Of(results.Runs).GroupBy(each => each.Shape, each => each.Series).OrderBy(group => group.Key.Mode).ThenBy(group => group.Key.Connections)
            .Select(group => new LoadGroup(group.Key, [.. group.GroupBy(series => series.Confirmation).OrderBy(level => level.Key).SelectMany(Rank)])),
    ];

    private static IEnumerable<Series> Rank(IEnumerable<Series> level)
    {
        var sorted = level.OrderByDescending(series => series.IsRanked).ThenByDescending(series => series.Median.ThroughputPerSecond).ToList();
        var ranks = Ranks.Of([.. sorted.TakeWhile(series => series.IsRanked).Select(series => series.Throughput)]);
        return sorted.Select((series, i) => i < ranks.Count ? series with { Rank = ranks[i] } : series);
    }
}
