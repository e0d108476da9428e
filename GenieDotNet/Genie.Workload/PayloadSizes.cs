using Genie.Brokers.Drivers;

namespace Genie.Workload;

/// <summary>A distribution of payload sizes: its 4,096 quantiles, each as likely as the others. Safe for concurrent callers.</summary>
public sealed class PayloadSizes
{
    /// <summary>The largest size, in bytes: half of what one array may hold, so that a message with it still fits into one.</summary>
    public const int BytesMax = 1 << 30;

    private const int QuantileCount = 4096;
    private const string Forms = "expected 1KiB, 64..4KiB (uniform), 256:90,4KiB:10 (sizes with weights) or p50=1KiB,p99=16KiB (log-normal)";

    // Of the standard normal distribution.
    private const double P99Deviations = 2.3263478740408408;

    private readonly string _text;
    private readonly int[] _quantiles;

    private PayloadSizes(string text, int[] quantiles)
    {
        _text = text;
        _quantiles = quantiles;
        MeanBytes = (int)Math.Round(quantiles.Average(bytes => (double)bytes));
    }

    /// <summary>The mean size, rounded.</summary>
    public int MeanBytes { get; }

    /// <summary>The largest size.</summary>
    public int LargestBytes => _quantiles[^1];

    /// <summary>True if there is one size only.</summary>
    public bool IsFixed => _quantiles.Length == 1;

    /// <summary>The sizes, from the smallest to the largest, each as likely as the others.</summary>
    internal IReadOnlyList<int> Quantiles => _quantiles;

    /// <summary>One size only.</summary>
    /// <param name="bytes">From 0 to <see cref="BytesMax"/>.</param>
    public static PayloadSizes Of(int bytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(bytes);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(bytes, BytesMax);
        return new PayloadSizes($"{bytes}", [bytes]);
    }

    /// <summary>Reads <c>1KiB</c>, <c>64..4KiB</c> (uniform), <c>256:90,4KiB:9,64KiB:1</c> (sizes with weights) or <c>p50=1KiB,p99=16KiB</c> (log-normal).</summary>
    /// <exception cref="FormatException">It says what is wrong.</exception>
    public static PayloadSizes Parse(string text)
    {
        if (text.StartsWith("p50", StringComparison.Ordinal)) return ParseLogNormal(text);
        if (text.Contains("..", StringComparison.Ordinal)) return ParseUniform(text);
        return text.Contains(':', StringComparison.Ordinal) ? ParseWeights(text) : Of(ParseBytes(text, least: 0));
    }

    /// <inheritdoc/>
    public override string ToString() => _text;

    /// <summary>The number of the quantile that a random number picks.</summary>
    internal int Pick(ulong random) => (int)(random % (ulong)_quantiles.Length);

    private static PayloadSizes ParseUniform(string text)
    {
        var bounds = text.Split("..");
        if (bounds.Length != 2) throw new FormatException($"'{text}' is no range of sizes; {Forms}.");
        var (from, to) = (ParseBytes(bounds[0]), ParseBytes(bounds[1]));
        if (from > to) throw new FormatException($"'{text}' ends before it begins; {Forms}.");
        return new PayloadSizes(text, Quantify(share => from + (int)(share * ((long)to - from + 1))));
    }

    private static PayloadSizes ParseWeights(string text)
    {
        var parts = text.Split(',', StringSplitOptions.TrimEntries).Select(part => part.Split(':'))
            .Select(pair => pair.Length == 2 && Quantity.ParseCount(pair[1]) is > 0 and <= int.MaxValue and var weight
                ? (Bytes: ParseBytes(pair[0]), Weight: weight) : throw new FormatException($"'{string.Join(':', pair)}' is no size with a weight; {Forms}."))
            .OrderBy(part => part.Bytes).ToArray();
        var total = (double)parts.Sum(part => part.Weight);
        return new PayloadSizes(text, Quantify(share =>
        {
            var (below, i) = (0L, 0);
            while (i < parts.Length - 1 && (below + parts[i].Weight) / total <= share) below += parts[i++].Weight;
            return parts[i].Bytes;
        }));
    }

    private static PayloadSizes ParseLogNormal(string text)
    {
        var parts = text.Split(',', StringSplitOptions.TrimEntries);
        if (parts is not [_, _] || !parts[0].StartsWith("p50=", StringComparison.Ordinal) || !parts[1].StartsWith("p99=", StringComparison.Ordinal))
            throw new FormatException($"'{text}' names no p50 and p99; {Forms}.");
        var (median, tail) = (ParseBytes(parts[0][4..]), ParseBytes(parts[1][4..]));
        if (tail <= median) throw new FormatException($"'{text}': p99 is no larger than p50; {Forms}.");
        var deviation = Math.Log((double)tail / median) / P99Deviations;
        return new PayloadSizes(text, Quantify(share => (int)Math.Clamp(Math.Round(median * Math.Exp(deviation * NormalQuantile.Of(share))), 1, BytesMax)));
    }

    private static int[] Quantify(Func<double, int> quantile) => [.. Enumerable.Range(0, QuantileCount).Select(i => quantile((i + 0.5) / QuantileCount))];

    private static int ParseBytes(string text, long least = 1)
    {
        var bytes = Quantity.ParseCount(text.Trim());
        if (bytes < least) throw new FormatException($"{bytes} is too small; at least {least}.");
        return bytes <= BytesMax ? (int)bytes : throw new FormatException($"{bytes} is too large; at most {BytesMax}.");
    }
}
