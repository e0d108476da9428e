using System.Globalization;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Export;

namespace Genie.Benchmarks.History;

/// <summary>Trends as a table for other programs: a line for each measurement of each measure.</summary>
internal static class HistoryTable
{
    private static readonly string[] Titles = ["started", "commit", "branch", "modified", "machine", "broker", "client", "confirmation", "load", "measure", "unit", "repetitions", "value", "changed_from"];

    /// <summary>The table as CSV (RFC 4180).</summary>
    public static string Create(IEnumerable<HistoryTrend> trends) => Csv.Create(Titles, trends.SelectMany(Rows));

    private static IEnumerable<string[]> Rows(HistoryTrend trend)
    {
        var key = trend.Series.Key;
        var changes = trend.Changes.ToDictionary(change => change.Index);
        return trend.Points.Select((point, index) => (string[])
        [
            point.Started.UtcDateTime.ToString("O", CultureInfo.InvariantCulture), point.Source?.Commit ?? "", point.Source?.Branch ?? "", point.Source is { } source ? Csv.Of(source.Modified) : "",
            key.Machine, key.Broker, key.Client, Figures.Name(key.Confirmation), $"{key.Load.Title}, {key.Load.Details}",
            trend.Measure.Name, trend.Measure.HigherIsBetter ? "per_s" : "us", Csv.Of(point.Rows.Count), Csv.Of(trend.Values[index]), changes.TryGetValue(index, out var change) ? Csv.Of(change.Before) : "",
        ]);
    }
}
