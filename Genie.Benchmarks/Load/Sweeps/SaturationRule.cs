using System.Globalization;
using Genie.Benchmarks.Load.Limits;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Load.Sweeps;

/// <summary>
/// Decides at which rates a system is saturated: loss begins, the rate is not reached, or latency bends. It bends where power, the rate over the median latency (L. Kleinrock,
/// "Power and deterministic rules of thumb for probabilistic problems in computer communications", 1979), has fallen to less than half of what it was at a lower rate: while
/// nothing queues it grows with the rate, at the knee it is largest.
/// </summary>
internal sealed class SaturationRule
{
    // Less than a bend is within what medians of short repetitions vary by.
    private const double PowerShareMin = 0.5;

    private readonly List<(double Rate, double P50)> _held = [];

    /// <summary>Why a row's rate saturates the system, or null, which is remembered for higher rates.</summary>
    public string? FindBreach(RunRow row) => RateBreach.Find(row) ?? FindBend(row.RateAsked, row.LatencyMicroseconds.P50);

    /// <summary>How latency bends at a rate that is reached without loss; null if it does not, which is remembered for higher rates.</summary>
    /// <param name="ratePerSecond">The rate.</param>
    /// <param name="p50Microseconds">The median latency at it.</param>
    public string? FindBend(double ratePerSecond, double p50Microseconds)
    {
        var lower = _held.Where(held => held.Rate < ratePerSecond).ToList();
        if (lower.Count > 0 && lower.MaxBy(Power) is var knee && Power((ratePerSecond, p50Microseconds)) < Power(knee) * PowerShareMin)
            return string.Create(CultureInfo.InvariantCulture, $"latency bends: p50 {p50Microseconds:0.#} us after {knee.P50:0.#} us at {knee.Rate:0}/s");
        _held.Add((ratePerSecond, p50Microseconds));
        return null;
    }

    private static double Power((double Rate, double P50) held) => held.P50 > 0 ? held.Rate / held.P50 : 0;
}
