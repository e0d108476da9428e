using System.Diagnostics.Metrics;
using System.Text.RegularExpressions;

namespace Genie.Testing;

/// <summary>The names by which instruments of this process are exported to Prometheus, and those that the files of <c>deploy/monitoring</c> ask for.</summary>
public static partial class PrometheusNames
{
    private static readonly string[] HistogramParts = ["_bucket", "_sum", "_count"];

    /// <summary>All names of the instruments that exist now, whether they have counted anything or not. Source: OpenTelemetry, "Prometheus and OpenMetrics Compatibility".</summary>
    public static IReadOnlySet<string> OfInstruments()
    {
        var names = new HashSet<string>(StringComparer.Ordinal);
        using var listener = new MeterListener
        {
            InstrumentPublished = (instrument, _) => names.UnionWith(NamesOf(instrument)),
        };
        listener.Start();
        return names;
    }

    /// <summary>All names in the monitoring files that begin in a certain way.</summary>
    public static IReadOnlyList<string> OfMonitoring(params string[] prefixes)
    {
        var folder = Path.Combine(RepositoryRoot.Find(), "deploy", "monitoring");
        return [.. Directory.GetFiles(folder).SelectMany(file => Name().Matches(File.ReadAllText(file))).Select(match => match.Value).Distinct().Where(name => prefixes.Any(prefix => name.StartsWith(prefix, StringComparison.Ordinal)))];
    }

    private static IEnumerable<string> NamesOf(Instrument instrument)
    {
        var unit = instrument.Unit switch { "s" => "_seconds", "By" => "_bytes", _ => "" };
        var name = instrument.Name.Replace('.', '_') + unit;
        var type = instrument.GetType().GetGenericTypeDefinition();
        if (type == typeof(Histogram<>)) return HistogramParts.Select(part => name + part);
        return [type == typeof(Counter<>) || type == typeof(ObservableCounter<>) ? name + "_total" : name];
    }

    [GeneratedRegex(@"\bgenie_[a-z_]+(?=[\[{)])")]
    private static partial Regex Name();
}
