using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>
/// How a system looks in all charts: a colour and a marker that belong to the system, in this report and in every other, and a dash that
/// belongs to the client, so that colour is never the only difference.
/// </summary>
/// <param name="ColourClass">The class in the style sheet.</param>
/// <param name="Dash">The stroke's dash pattern.</param>
/// <param name="Marker">The marker's number, see <see cref="SvgMarker"/>.</param>
internal sealed record SeriesLook(string ColourClass, string Dash, int Marker)
{
    private const string OtherDash = "2 3";

    /// <summary>The colours that systems have, by their place here; what is not among them shares one of these.</summary>
    private static readonly string[] Systems = ["nats", "mqtt", "redis", "zeromq", "kafka", "rabbitmq", "activemq", "pulsar", "aeron", "protoactor", "orleans", "quic", "udp"];

    private static readonly string[] References = ["none", "inmemory", "sockets", "loopback"];

    /// <summary>The look of every system and client.</summary>
    public static Dictionary<(string Broker, string Client), SeriesLook> For(BenchResults results) =>
        results.Runs.Select(row => (row.Broker, row.Client)).Distinct().ToDictionary(key => key, key => Of(key.Broker, key.Client));

    /// <summary>The look of a series.</summary>
    public static SeriesLook Of(Series series, IReadOnlyDictionary<(string Broker, string Client), SeriesLook> looks) => looks[(series.Broker, series.Client)];

    /// <summary>The look of a system through a client.</summary>
    public static SeriesLook Of(string broker, string client)
    {
        var dash = client switch { "wire" => "none", "official" => "7 3", _ => OtherDash };
        if (Array.IndexOf(References, broker) is >= 0 and var reference) return new SeriesLook("reference", dash, reference % SvgMarker.Count);
        var index = Array.IndexOf(Systems, broker) is >= 0 and var known ? known : Unknown(broker);
        return new SeriesLook($"c{index}", dash, index % SvgMarker.Count);
    }

    // Not string.GetHashCode, which differs from process to process.
    private static int Unknown(string broker) => (int)(broker.Aggregate(0u, (sum, character) => (31 * sum) + character) % Systems.Length);
}
