using System.Globalization;

namespace Genie.Diagnostics.Prometheus;

/// <summary>One series: a value, or the buckets of a histogram.</summary>
/// <param name="bounds">Upper bounds of the buckets but the last, ascending; null where it is no histogram.</param>
internal sealed class MetricSeries(double[]? bounds)
{
    private readonly Lock _lock = new();
    private readonly long[] _counts = bounds is null ? [] : new long[bounds.Length + 1];
    private double _value;

    /// <summary>Takes a change, or a value of a histogram.</summary>
    public void Add(double value)
    {
        lock (_lock)
        {
            _value += value;
            if (bounds is null) return;

            // The first bound that is not below it; a value on a bound belongs to that bucket.
            var index = Array.BinarySearch(bounds, value);
            _counts[index >= 0 ? index : ~index]++;
        }
    }

    /// <summary>Takes where it stands.</summary>
    public void Set(double value)
    {
        lock (_lock) _value = value;
    }

    /// <summary>Writes its lines.</summary>
    public void Write(TextWriter output, string name, string labels)
    {
        double value;
        long[] counts;
        lock (_lock) (value, counts) = (_value, [.. _counts]);
        if (bounds is null)
        {
            WriteLine(output, name, labels, Number(value));
            return;
        }

        var total = 0L;
        var comma = labels.Length > 0 ? "," : "";
        for (var i = 0; i < counts.Length; i++)
        {
            total += counts[i];
            var bound = i < bounds.Length ? bounds[i] : double.PositiveInfinity;
            WriteLine(output, name + "_bucket", $"{labels}{comma}le=\"{Number(bound)}\"", Number(total));
        }

        WriteLine(output, name + "_sum", labels, Number(value));
        WriteLine(output, name + "_count", labels, Number(total));
    }

    private static void WriteLine(TextWriter output, string name, string labels, string value) =>
        output.Write(labels.Length > 0 ? $"{name}{{{labels}}} {value}\n" : $"{name} {value}\n");

    private static string Number(double value) =>
        double.IsPositiveInfinity(value) ? "+Inf" : double.IsNegativeInfinity(value) ? "-Inf" : value.ToString("R", CultureInfo.InvariantCulture);
}
