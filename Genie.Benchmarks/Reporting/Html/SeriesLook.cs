using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>
/// How a system looks in all charts: a colour that readers with any colour vision tell apart (Okabe and Ito's), and a dash
/// and a marker, so that colour is never the only difference.
/// </summary>
/// <param name="ColourClass">The class in the style sheet.</param>
/// <param name="Dash">The stroke's dash pattern.</param>
/// <param name="Marker">The marker's number, see <see cref="SvgMarker"/>.</param>
internal sealed record SeriesLook(string ColourClass, string Dash, int Marker)
{
    private const int Colours = 7;
    private static readonly string[] Dashes = ["none", "7 3", "2 3", "10 3 2 3"];

    /// <summary>The look of every system and client, the same wherever it occurs.</summary>
    public static Dictionary<(string Broker, string Client), SeriesLook> For(BenchResults results) =>
        results.Runs.Select(row => (row.Broker, row.Client)).Distinct()
            .Select((key, index) => (key, look: new SeriesLook($"c{index % Colours}", Dashes[(index / 2) % Dashes.Length], index % SvgMarker.Count)))
            .ToDictionary(pair => pair.key, pair => pair.look);

    /// <summary>The look of a series.</summary>
    public static SeriesLook Of(Series series, IReadOnlyDictionary<(string Broker, string Client), SeriesLook> looks) => looks[(series.Broker, series.Client)];
}
