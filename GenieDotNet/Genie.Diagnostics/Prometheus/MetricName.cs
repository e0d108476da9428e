using System.Diagnostics.Metrics;
using System.Text;

namespace Genie.Diagnostics.Prometheus;

/// <summary>Names as Prometheus has them: letters, digits and underscores, the unit at the end, <c>_total</c> behind counters.</summary>
internal static class MetricName
{
    private static readonly Dictionary<string, string> Units = new(StringComparer.Ordinal)
    {
        ["s"] = "seconds", ["ms"] = "milliseconds", ["us"] = "microseconds", ["ns"] = "nanoseconds", ["min"] = "minutes", ["h"] = "hours", ["d"] = "days",
        ["By"] = "bytes", ["KiBy"] = "kibibytes", ["MiBy"] = "mebibytes", ["%"] = "percent", ["m"] = "meters", ["Cel"] = "celsius",
    };

    /// <summary>The name of an instrument's metric.</summary>
    public static string Of(Instrument instrument, MetricKind kind)
    {
        var name = Sanitise(instrument.Name, allowColon: true);

        // Words in braces are no units (UCUM's annotations): {request}.
        if (instrument.Unit is { } unit && Units.TryGetValue(unit, out var suffix) && !name.EndsWith("_" + suffix, StringComparison.Ordinal)) name += "_" + suffix;
        return kind == MetricKind.Counter && !name.EndsWith("_total", StringComparison.Ordinal) ? name + "_total" : name;
    }

    /// <summary>A name with whatever is not allowed in it replaced.</summary>
    public static string Sanitise(string name, bool allowColon)
    {
        var sanitised = new StringBuilder(name.Length + 1);
        foreach (var each in name) sanitised.Append(char.IsAsciiLetterOrDigit(each) || (allowColon && each == ':') ? each : '_');
        if (sanitised.Length == 0 || char.IsAsciiDigit(sanitised[0])) sanitised.Insert(0, '_');
        return sanitised.ToString();
    }
}
