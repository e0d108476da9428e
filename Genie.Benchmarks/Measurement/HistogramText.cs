namespace Genie.Benchmarks.Measurement;

/// <summary>
/// A histogram as text, so that files of results can be merged and drawn from: for each cell of
/// <see cref="HistogramLayout"/> that counted something, the distance from the last such cell and the count, both as
/// 7-bit groups (LEB128) with the low ones first; the whole in base64.
/// </summary>
internal static class HistogramText
{
    /// <summary>The text; empty for an empty histogram.</summary>
    public static string Write(LatencyHistogram histogram)
    {
        using var bytes = new MemoryStream();
        using var writer = new BinaryWriter(bytes);
        var last = -1;
        foreach (var (nanoseconds, count) in histogram.NonEmptyCells())
        {
            var index = HistogramLayout.IndexOf(nanoseconds);
            writer.Write7BitEncodedInt(index - last);
            writer.Write7BitEncodedInt64(count);
            last = index;
        }

        writer.Flush();
        return Convert.ToBase64String(bytes.GetBuffer().AsSpan(0, (int)bytes.Length));
    }

    /// <summary>The histogram of a text; sums are those of the cells' upper ends.</summary>
    /// <exception cref="FormatException">The text is no histogram of this layout.</exception>
    public static LatencyHistogram Read(string text)
    {
        var counts = new long[HistogramLayout.Cells];
        using var reader = new BinaryReader(new MemoryStream(Convert.FromBase64String(text)));
        long sum = 0;
        try
        {
            for (var index = -1L; reader.BaseStream.Position < reader.BaseStream.Length;)
            {
                index += reader.Read7BitEncodedInt();
                var count = reader.Read7BitEncodedInt64();
                if (index < 0 || index >= counts.Length || count < 0) throw new FormatException("The latency histogram has a cell outside of its range.");
                counts[index] = count;
                sum += count * HistogramLayout.HighestOf((int)index);
            }
        }
        catch (EndOfStreamException error)
        {
            throw new FormatException("The latency histogram was cut.", error);
        }

        var histogram = new LatencyHistogram();
        histogram.Add(counts, sum);
        return histogram;
    }
}
