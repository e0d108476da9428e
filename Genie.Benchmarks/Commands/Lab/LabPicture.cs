using System.Globalization;
using Genie.Benchmarks.Reporting.Html;
using Genie.Brokers.Conformance.Laboratory;

namespace Genie.Benchmarks.Commands.Lab;

/// <summary>A matrix of drivers and checks as an SVG image: what held, the seconds to recover, and where something was lost or doubled.</summary>
internal static class LabPicture
{
    private const int Left = 150;
    private const int Top = 150;
    private const int CellWidth = 50;
    private const int CellHeight = 24;
    private const int Legend = 44;

    private const string Style =
        "<style>text{font:12px system-ui,sans-serif;fill:#1c1e21}.s{text-anchor:middle;font-size:11px}.b{fill:#fff}.h{fill:#cfe8d5}.f{fill:#f3b7ab}.n{fill:#eceef0}.l{fill:#b35900}.d{fill:#3564b0}"
        + "@media(prefers-color-scheme:dark){text{fill:#e4e6eb}.b{fill:#18191a}.h{fill:#1f4d2e}.f{fill:#7a2a1d}.n{fill:#2b2d2f}.l{fill:#ffb066}.d{fill:#8db4f0}}</style>";

    /// <summary>Draws the picture.</summary>
    public static string Draw(IReadOnlyList<LabRow> rows)
    {
        var drivers = rows.GroupBy(row => (row.System, row.Client)).ToArray();
        var checks = LabSuite.All.Select(check => check.Name).ToArray();
        var (width, height) = (Left + (checks.Length * CellWidth) + 60, Top + (drivers.Length * CellHeight) + Legend);
        var svg = new HtmlBuilder();
        svg.Add($"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"Which driver held which check of the failure laboratory\">");
        svg.AddTrusted(Style).Add($"<rect class=\"b\" width=\"{width}\" height=\"{height}\"/>");
        for (var i = 0; i < checks.Length; i++)
        {
            var x = Left + (i * CellWidth) + 28;
            svg.Add($"<text transform=\"translate({x} {Top - 8}) rotate(-50)\">{checks[i]}</text>");
        }

        for (var i = 0; i < drivers.Length; i++) DrawDriver(svg, drivers[i].Key.System, drivers[i].Key.Client, [.. drivers[i]], checks, Top + (i * CellHeight));
        DrawLegend(svg, height - Legend + 28);
        return svg.Add($"</svg>").ToString();
    }

    private static void DrawDriver(HtmlBuilder svg, string system, string client, LabRow[] rows, string[] checks, int y)
    {
        svg.Add($"<text x=\"8\" y=\"{y + 16}\">{system} ({client})</text>");
        for (var i = 0; i < checks.Length; i++)
        {
            var (x, row) = (Left + (i * CellWidth), rows.FirstOrDefault(row => row.Check == checks[i]));
            svg.Add($"<rect class=\"{(row is null ? "n" : row.Held ? "h" : "f")}\" x=\"{x + 1}\" y=\"{y + 1}\" width=\"{CellWidth - 2}\" height=\"{CellHeight - 2}\" rx=\"3\"/>");
            if (row is null) continue;
            svg.Add($"<text class=\"s\" x=\"{x + (CellWidth / 2)}\" y=\"{y + 16}\">{Seconds(row)}</text>");
            if (row.Lost > 0) svg.Add($"<circle class=\"l\" cx=\"{x + 6}\" cy=\"{y + 6}\" r=\"3\"><title>{row.Lost} lost</title></circle>");
            if (row.Doubled > 0) svg.Add($"<circle class=\"d\" cx=\"{x + CellWidth - 6}\" cy=\"{y + 6}\" r=\"3\"><title>{row.Doubled} doubled</title></circle>");
        }
    }

    private static void DrawLegend(HtmlBuilder svg, int y)
    {
        svg.Add($"<rect class=\"h\" x=\"8\" y=\"{y - 11}\" width=\"14\" height=\"14\" rx=\"3\"/><text x=\"28\" y=\"{y}\">held: seconds to recover, or to dispose</text>");
        svg.Add($"<rect class=\"f\" x=\"270\" y=\"{y - 11}\" width=\"14\" height=\"14\" rx=\"3\"/><text x=\"290\" y=\"{y}\">did not hold</text>");
        svg.Add($"<rect class=\"n\" x=\"390\" y=\"{y - 11}\" width=\"14\" height=\"14\" rx=\"3\"/><text x=\"410\" y=\"{y}\">does not apply</text>");
        svg.Add($"<circle class=\"l\" cx=\"525\" cy=\"{y - 4}\" r=\"3\"/><text x=\"534\" y=\"{y}\">lost, where nothing else is promised</text>");
        svg.Add($"<circle class=\"d\" cx=\"765\" cy=\"{y - 4}\" r=\"3\"/><text x=\"774\" y=\"{y}\">delivered again</text>");
    }

    private static string Seconds(LabRow row) => (row.RecoverMs / 1000.0).ToString("0.00", CultureInfo.InvariantCulture);
}
