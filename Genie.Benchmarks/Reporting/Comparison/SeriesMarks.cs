using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting.Comparison;

/// <summary>Marks rows by what their repetitions show together.</summary>
internal static class SeriesMarks
{
    /// <summary>The rows, with marks on all repetitions of a series.</summary>
    /// <param name="rows">The rows.</param>
    /// <param name="find">What is to be marked on a series.</param>
    public static IReadOnlyList<RunRow> Add(IReadOnlyList<RunRow> rows, Func<LoadShape, Series, IEnumerable<RowMark>> find)
    {
        var found = new Dictionary<RunRow, RowMark[]>(ReferenceEqualityComparer.Instance);
        foreach (var (shape, series) in Series.Of(rows))
        {
            RowMark[] marks = [.. find(shape, series)];
            foreach (var row in series.Rows) found[row] = marks;
        }

        return [.. rows.Select(row => found[row].Length > 0 ? row with { Marks = [.. row.Marks, .. found[row]] } : row)];
    }
}
