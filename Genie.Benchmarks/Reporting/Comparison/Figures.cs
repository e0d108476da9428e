using System.Globalization;
using System.Text.Json;
using Genie.Benchmarks.Measurement.Statistics;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting.Comparison;

/// <summary>Figures as readers see them, the same in every format.</summary>
internal static class Figures
{
    /// <summary>A count: <c>12,345</c>.</summary>
    public static string Count(double value) => value.ToString("N0", CultureInfo.InvariantCulture);

    /// <summary>A throughput: three digits where it is small.</summary>
    public static string PerSecond(double value) => value.ToString(value is > 0 and < 100 ? "0.0" : "N0", CultureInfo.InvariantCulture);

    /// <summary>A round count at an axis: <c>2,000</c>, <c>50 k</c>, <c>1 M</c>.</summary>
    public static string Short(double value) => value switch
    {
        >= 1e6 => $"{Three(value / 1e6).Replace(".00", "", StringComparison.Ordinal)} M",
        >= 1e4 => $"{Count(value / 1e3)} k",
        _ => Count(value),
    };

    /// <summary>A latency with its unit, three significant digits: <c>87.2 µs</c>, <c>1.24 ms</c>.</summary>
    public static string Latency(double microseconds) => microseconds switch
    {
        <= 0 => "-",
        < 1e3 => Three(microseconds) + " µs",
        < 1e6 => Three(microseconds / 1e3) + " ms",
        _ => Three(microseconds / 1e6) + " s",
    };

    /// <summary>How far an interval's farther end is from its median: <c>±4 %</c>; a dash where there is none.</summary>
    public static string Spread(MedianInterval interval) => interval.Spread is { } spread ? string.Create(CultureInfo.InvariantCulture, $"±{spread * 100:0} %") : "-";

    /// <summary>A figure for programs: six digits, no separators.</summary>
    public static string Exact(double value) => value.ToString("G6", CultureInfo.InvariantCulture);

    /// <summary>A small figure with three significant digits.</summary>
    public static string Three(double value) =>
        value.ToString(Math.Abs(value) switch { >= 1000 => "N0", >= 99.95 => "0", >= 9.995 => "0.0", 0 => "0", _ => "0.00" }, CultureInfo.InvariantCulture);

    /// <summary>An enumeration's value as the command line spells it.</summary>
    public static string Name<T>(T value)
        where T : struct, Enum => JsonNamingPolicy.KebabCaseLower.ConvertName(value.ToString());

    /// <summary>The load of a row: <c>nats (wire), round trip, 1 x 32</c>.</summary>
    public static string Name(RunRow row) => $"{row.Broker} ({row.Client}), {Name(row.Mode)}, {row.Connections} x {row.InFlight}";
}
