using System.Globalization;
using System.Text;
using Genie.Benchmarks.Measurement;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;
using HdrHistogram;

namespace Genie.Benchmarks.Reporting.Export;

/// <summary>
/// Latencies as a log of HdrHistogram (version 1.3 of its format), which its own tools and others draw and merge: one tagged line a row, values in
/// nanoseconds.
/// </summary>
internal static class HdrLog
{
    private const int Digits = 3;
    private const char ByteOrderMark = '\uFEFF';
    private const string TagSeparators = ", \r\n\t";

    /// <summary>Writes the rows that kept their latencies.</summary>
    /// <exception cref="FormatException">A row's latencies cannot be read.</exception>
    public static void Write(Stream stream, BenchResults results)
    {
        using var written = new MemoryStream();
        using (var writer = new HistogramLogWriter(written))
            writer.Write(results.Started.UtcDateTime, [.. results.Runs.Where(row => !string.IsNullOrEmpty(row.LatencyHistogram)).Select(row => Histogram(results, row))]);

        // The writer's encoding is UTF-16, which the tools of other languages do not read.
        stream.Write(Encoding.UTF8.GetBytes(Encoding.Unicode.GetString(written.ToArray()).TrimStart(ByteOrderMark)));
    }

    private static LongHistogram Histogram(BenchResults results, RunRow row)
    {
        var histogram = new LongHistogram(1, HistogramLayout.HighestOf(HistogramLayout.Cells - 1), Digits);
        foreach (var (nanoseconds, count) in HistogramText.Read(row.LatencyHistogram!).NonEmptyCells()) histogram.RecordValueWithCount(Math.Max(1, nanoseconds), count);
        histogram.StartTimeStamp = results.Started.ToUnixTimeMilliseconds();
        histogram.EndTimeStamp = histogram.StartTimeStamp + (long)(row.DurationSeconds * 1000);
        histogram.Tag = TagOf(row);
        return histogram;
    }

    // A tag is one word of the line.
    private static string TagOf(RunRow row)
    {
        var tag = new StringBuilder();
        foreach (var letter in string.Create(CultureInfo.InvariantCulture, $"{row.Broker}.{row.Client}.{Figures.Name(row.Mode)}.{Figures.Name(row.Confirmation)}.c{row.Connections}.r{row.Repetition}"))
            tag.Append(TagSeparators.Contains(letter, StringComparison.Ordinal) ? '_' : letter);
        return tag.ToString();
    }
}
