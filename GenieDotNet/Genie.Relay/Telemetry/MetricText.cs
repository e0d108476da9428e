using System.Globalization;
using System.Text;

namespace Genie.Relay.Telemetry;

/// <summary>Prometheus' text format, version 0.0.4. Source: prometheus.io, "Exposition formats".</summary>
internal static class MetricText
{
    private static readonly string[] Suffixes = ["_bucket", "_sum", "_count", "_total"];

    /// <summary>Reads a text; lines that are none of the format are left out.</summary>
    public static Dictionary<string, MetricFamily> Parse(string text)
    {
        var families = new Dictionary<string, MetricFamily>(StringComparer.Ordinal);
        foreach (var line in text.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
        {
            if (line.StartsWith("# TYPE ", StringComparison.Ordinal) && line.Split(' ', 4) is [_, _, var typed, var type]) FamilyOf(families, typed).Type = type;
            else if (line.StartsWith("# HELP ", StringComparison.Ordinal) && line.Split(' ', 4) is [_, _, var helped, var help]) FamilyOf(families, helped).Help = help;
            else if (!line.StartsWith('#')) ReadSample(families, line);
        }

        // Times of creation say nothing once they are added up.
        foreach (var name in families.Where(family => family.Value.Samples.Count == 0 || family.Key.EndsWith("_created", StringComparison.Ordinal)).Select(family => family.Key).ToList()) families.Remove(name);
        return families;
    }

    /// <summary>Writes families, ordered by name.</summary>
    public static void Write(IEnumerable<MetricFamily> families, StringBuilder text)
    {
        foreach (var family in families.OrderBy(family => family.Name, StringComparer.Ordinal))
        {
            if (family.Help.Length > 0) text.Append(CultureInfo.InvariantCulture, $"# HELP {family.Name} {family.Help}\n");
            text.Append(CultureInfo.InvariantCulture, $"# TYPE {family.Name} {family.Type}\n");
            foreach (var (sample, value) in family.Samples) text.Append(sample).Append(' ').Append(NumberText(value)).Append('\n');
        }
    }

    private static void ReadSample(Dictionary<string, MetricFamily> families, string line)
    {
        var brace = line.IndexOf('{', StringComparison.Ordinal);
        var end = brace >= 0 ? EndOfLabels(line, brace) : line.IndexOf(' ', StringComparison.Ordinal);
        if (end <= 0) return;
        var name = brace >= 0 ? line[..brace] : line[..end];
        var value = line[end..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        if (value.Length > 0 && TryParse(value[0], out var number)) FamilyOfSample(families, name).Set(line[..end], number);
    }

    /// <summary>Just behind the brace that ends the labels; a value may hold braces, and quotes after a backslash.</summary>
    private static int EndOfLabels(string line, int start)
    {
        var isQuoted = false;
        for (var i = start; i < line.Length; i++)
        {
            if (isQuoted && line[i] == '\\') i++;
            else if (line[i] == '"') isQuoted = !isQuoted;
            else if (!isQuoted && line[i] == '}') return i + 1;
        }

        return -1;
    }

    private static MetricFamily FamilyOfSample(Dictionary<string, MetricFamily> families, string name)
    {
        foreach (var suffix in Suffixes)
        {
            if (name.EndsWith(suffix, StringComparison.Ordinal) && families.TryGetValue(name[..^suffix.Length], out var family) && family.Type != "gauge") return family;
        }

        return FamilyOf(families, name);
    }

    private static MetricFamily FamilyOf(Dictionary<string, MetricFamily> families, string name) =>
        families.TryGetValue(name, out var family) ? family : families[name] = new MetricFamily(name);

    private static bool TryParse(string text, out double value)
    {
        value = text switch { "+Inf" => double.PositiveInfinity, "-Inf" => double.NegativeInfinity, "NaN" => double.NaN, _ => 0 };
        return value != 0 || double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out value);
    }

    private static string NumberText(double value) => value switch
    {
        double.PositiveInfinity => "+Inf",
        double.NegativeInfinity => "-Inf",
        _ => value.ToString(CultureInfo.InvariantCulture),
    };
}
