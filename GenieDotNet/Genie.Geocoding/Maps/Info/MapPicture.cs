using System.Globalization;
using System.Net;
using System.Text;
using Genie.Geocoding.Indexing;

namespace Genie.Geocoding.Maps.Info;

/// <summary>
/// Draws the borders of layers as SVG, or as a page with the SVG and a table: longitude to the right, latitude up, one degree of
/// either the same width at the picture's middle latitude. What is smaller than half a unit of the picture is left out.
/// </summary>
public static class MapPicture
{
    private const double WidthUnits = 1600;
    private const double Resolution = 0.5;
    private const double MarginUnits = 20;
    private static readonly string[] Colours = ["#1f6f8b", "#b5532a", "#4a7c3a", "#7b4b94", "#9a7b1f", "#5a5a5a"];

    /// <summary>Draws to a file: a page if its name ends with .html, else SVG.</summary>
    public static async Task WriteAsync(string path, IReadOnlyList<MapLayerInfo> layers, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(layers);
        var svg = Draw(layers);
        var text = Path.GetExtension(path).ToUpperInvariant() is ".HTML" or ".HTM" ? Page(svg, layers) : svg;
        await File.WriteAllTextAsync(path, text, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>The picture as SVG.</summary>
    public static string Draw(IReadOnlyList<MapLayerInfo> layers)
    {
        ArgumentNullException.ThrowIfNull(layers);
        var extent = layers.Aggregate(MapExtent.Nothing, (all, layer) => all.With(layer.Extent));
        if (extent.IsNothing) extent = new MapExtent(-180, -90, 180, 90);
        var squeeze = Math.Max(0.1, Math.Cos((extent.South + extent.North) / 2 * Math.PI / 180));
        var width = Math.Max(1e-9, extent.East - extent.West) * squeeze;
        var scale = WidthUnits / Math.Max(width, extent.North - extent.South);
        var svg = new StringBuilder();
        svg.Append(CultureInfo.InvariantCulture, $"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{-MarginUnits} {-MarginUnits} {(width * scale) + (2 * MarginUnits):0.#} {((extent.North - extent.South) * scale) + (2 * MarginUnits):0.#}\" fill=\"none\" stroke-linejoin=\"round\">\n");
        for (var i = 0; i < layers.Count; i++)
        {
            svg.Append(CultureInfo.InvariantCulture, $"<g stroke=\"{Colours[i % Colours.Length]}\" stroke-width=\"0.7\"><title>{WebUtility.HtmlEncode(layers[i].Layer)} ({WebUtility.HtmlEncode(layers[i].Source)})</title><path d=\"");
            AddPath(svg, layers[i].Borders(), place => ((int)Math.Round((place.X - extent.West) * squeeze * scale / Resolution), (int)Math.Round((extent.North - place.Y) * scale / Resolution)));
            svg.Append("\"/></g>\n");
        }

        return svg.Append("</svg>\n").ToString();
    }

    // Borders on a grid of half units, each once, one after the other as long as one begins where another ends.
    private static void AddPath(StringBuilder svg, IReadOnlyList<Edge> borders, Func<(double X, double Y), (int X, int Y)> project)
    {
        var lines = new Dictionary<(int, int), List<(int X, int Y)>>();
        var known = new HashSet<((int, int), (int, int))>();
        foreach (var edge in borders)
        {
            var (a, b) = (project((edge.LowX, edge.LowY)), project((edge.HighX, edge.HighY)));
            if (a == b || !known.Add(a.CompareTo(b) < 0 ? (a, b) : (b, a))) continue;
            Ends(a).Add(b);
            Ends(b).Add(a);
        }

        foreach (var start in lines.Keys.ToArray())
        {
            while (lines[start].Count > 0) AddLine(svg, start, lines);
        }

        List<(int X, int Y)> Ends((int X, int Y) place)
        {
            if (!lines.TryGetValue(place, out var ends)) lines[place] = ends = [];
            return ends;
        }
    }

    private static void AddLine(StringBuilder svg, (int X, int Y) place, Dictionary<(int, int), List<(int X, int Y)>> lines)
    {
        svg.Append(CultureInfo.InvariantCulture, $"M{place.X * Resolution} {place.Y * Resolution}l");
        while (lines[place] is [.., var next] ends)
        {
            ends.RemoveAt(ends.Count - 1);
            lines[next].Remove(place);
            svg.Append(CultureInfo.InvariantCulture, $"{(next.X - place.X) * Resolution} {(next.Y - place.Y) * Resolution} ");
            place = next;
        }
    }

    private static string Page(string svg, IReadOnlyList<MapLayerInfo> layers)
    {
        var page = new StringBuilder("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Maps</title><style>body{font:15px system-ui;margin:2em}table{border-collapse:collapse}td,th{padding:.2em 1em;text-align:right}td:first-child,th:first-child,td:nth-child(2),th:nth-child(2){text-align:left}svg{max-width:100%;height:auto}</style></head><body>\n<table><tr><th>layer</th><th>source</th><th>areas</th><th>vertices</th><th>invalid</th><th>west</th><th>south</th><th>east</th><th>north</th></tr>\n");
        foreach (var (layer, i) in layers.Select((layer, i) => (layer, i)))
        {
            page.Append(CultureInfo.InvariantCulture, $"<tr><td style=\"color:{Colours[i % Colours.Length]}\">{WebUtility.HtmlEncode(layer.Layer)}</td><td>{WebUtility.HtmlEncode(layer.Source)}</td><td>{layer.Areas}</td><td>{layer.Vertices}</td><td>{layer.InvalidAreas?.ToString(CultureInfo.InvariantCulture) ?? "–"}</td>");
            page.Append(CultureInfo.InvariantCulture, $"<td>{layer.Extent.West:0.###}</td><td>{layer.Extent.South:0.###}</td><td>{layer.Extent.East:0.###}</td><td>{layer.Extent.North:0.###}</td></tr>\n");
        }

        return page.Append("</table>\n").Append(svg).Append("</body></html>\n").ToString();
    }
}
