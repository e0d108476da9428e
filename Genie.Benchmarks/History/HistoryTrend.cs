using Genie.Benchmarks.Measurement.Statistics;
using Genie.Benchmarks.Reporting.SideBySide;
using MathNet.Numerics.Statistics;

namespace Genie.Benchmarks.History;

/// <summary>One measure of a series, and where it changed.</summary>
internal sealed record HistoryTrend
{
    /// <summary>Of what.</summary>
    public required HistorySeries Series { get; init; }

    /// <summary>What is measured.</summary>
    public required Measure Measure { get; init; }

    /// <summary>The measurements that have it, the oldest first.</summary>
    public required IReadOnlyList<HistoryPoint> Points { get; init; }

    /// <summary>Their values.</summary>
    public required IReadOnlyList<double> Values { get; init; }

    /// <summary>The changes, the oldest first.</summary>
    public required IReadOnlyList<HistoryChange> Changes { get; init; }

    /// <summary>The values since the last change.</summary>
    public IReadOnlyList<double> Current => [.. Values.Skip(Changes.Count > 0 ? Changes[^1].Index : 0)];

    /// <summary>The smallest change that one more measurement could show, as a share; null while there are too few.</summary>
    public double? SmallestChange => Measurement.Statistics.SmallestChange.Of(Current);

    /// <summary>Finds the changes of series. The risk of a false alarm is that of all of them together, shared out evenly (C. Bonferroni).</summary>
    /// <param name="series">The series.</param>
    /// <param name="options">How.</param>
    public static IReadOnlyList<HistoryTrend> Of(IReadOnlyList<HistorySeries> series, HistoryOptions options)
    {
        var risk = (1 - options.Confidence) / Math.Max(1, series.Count * options.Measures.Count);
        return [.. series.SelectMany(each => options.Measures.Select(measure => Of(each, measure, risk, options))).Where(trend => trend.Values.Count > 0)];
    }

    private static HistoryTrend Of(HistorySeries series, Measure measure, double risk, HistoryOptions options)
    {
        HistoryPoint[] points = [.. series.Points.Where(point => point.Of(measure) > 0).TakeLast(options.RunsMax)];
        double[] values = [.. points.Select(point => point.Of(measure))];
        var found = EDivisive.Find([.. values.Select(value => Math.Log(value))], risk, options.Seed);
        return new HistoryTrend { Series = series, Measure = measure, Points = points, Values = values, Changes = [.. ChangesAt(values, found).Where(change => Math.Abs(change.Ratio - 1) >= options.ChangeMin)] };
    }

    private static IEnumerable<HistoryChange> ChangesAt(double[] values, IReadOnlyList<int> indices)
    {
        int[] bounds = [0, .. indices, values.Length];
        for (var i = 1; i < bounds.Length - 1; i++)
            yield return new HistoryChange(bounds[i], values[bounds[i - 1]..bounds[i]].Median(), values[bounds[i]..bounds[i + 1]].Median());
    }
}
