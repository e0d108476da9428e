namespace Genie.Benchmarks.Reporting.Html;

/// <summary>A logarithmic scale for latencies, from one round figure to another.</summary>
internal sealed class LogScale
{
    private readonly double _low;
    private readonly double _high;

    private LogScale(double low, double high) => (_low, _high) = (low, high);

    /// <summary>The figures to write at the axis: 1, 2 and 5 of each power of ten, of a wide range only 1.</summary>
    public IEnumerable<double> Ticks
    {
        get
        {
            double[] steps = _high / _low > 2000 ? [1] : [1, 2, 5];
            return Decades().SelectMany(decade => steps.Select(step => step * decade)).Where(tick => tick >= _low * 0.999 && tick <= _high * 1.001);
        }
    }

    /// <summary>The scale that holds all values, which are above 0.</summary>
    public static LogScale Around(IReadOnlyCollection<double> values)
    {
        if (values.Count == 0) return new LogScale(1, 1000);
        var (low, high) = (RoundDown(values.Min()), RoundUp(values.Max()));
        return new LogScale(low, high > low ? high : low * 10);
    }

    /// <summary>Where a value lies, from 0 at the low end to 1.</summary>
    public double At(double value) => Math.Log(value / _low) / Math.Log(_high / _low);

    private static double RoundDown(double value)
    {
        var decade = Math.Pow(10, Math.Floor(Math.Log10(value)));
        return new[] { 5.0, 2, 1 }.First(step => step * decade <= value * 1.0001) * decade;
    }

    private static double RoundUp(double value)
    {
        var decade = Math.Pow(10, Math.Floor(Math.Log10(value)));
        return new[] { 1.0, 2, 5, 10 }.First(step => step * decade >= value * 0.9999) * decade;
    }

    private IEnumerable<double> Decades()
    {
        for (var power = Math.Floor(Math.Log10(_low)); power <= Math.Ceiling(Math.Log10(_high)); power++) yield return Math.Pow(10, power);
    }
}
