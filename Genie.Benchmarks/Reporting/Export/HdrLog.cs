using System.Buffers.Binary;
using System.Globalization;
using System.IO.Compression;
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
    private const int LengthOffset = 4;
    private const int CountsOffset = 8;
    private const int ZlibHeaderBytes = 2;
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
        var text = Encoding.Unicode.GetString(written.ToArray()).TrimStart(ByteOrderMark);
        stream.Write(Encoding.UTF8.GetBytes(string.Concat(text.Split('\n').Select((line, index) => (index > 0 ? "\n" : "") + WithChecksum(line)))));
    }

    /// <summary>
    /// The library leaves out the checksum at the end of its compressed counts, without which other languages' readers refuse them. Source: RFC 1950; HdrHistogram, "V2 compressed encoding": a cookie,
    /// the length, both of four bytes, and a zlib stream.
    /// </summary>
    private static string WithChecksum(string line)
    {
        var end = line.TrimEnd('\r');
        var begin = end.LastIndexOf(',') + 1;
        var encoded = new byte[end.Length];
        if (begin == 0 || end[0] is '#' or '"' || !Convert.TryFromBase64String(end[begin..], encoded, out var length) || length <= CountsOffset) return line;
        using var packed = new DeflateStream(new MemoryStream(encoded, CountsOffset + ZlibHeaderBytes, length - CountsOffset - ZlibHeaderBytes), CompressionMode.Decompress);
        using var complete = new MemoryStream();
        complete.Write(encoded, 0, CountsOffset);
        using (var zlib = new ZLibStream(complete, CompressionLevel.Optimal, leaveOpen: true)) packed.CopyTo(zlib);
        var bytes = complete.ToArray();
        BinaryPrimitives.WriteInt32BigEndian(bytes.AsSpan(LengthOffset), bytes.Length - CountsOffset);
        return end[..begin] + Convert.ToBase64String(bytes) + line[end.Length..];
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
