namespace Genie.Benchmarks.Reporting.Html;

/// <summary>Small shapes that tell series apart where colours do not.</summary>
internal static class SvgMarker
{
    /// <summary>How many shapes there are.</summary>
    public const int Count = 5;

    /// <summary>Draws shape number <paramref name="marker"/> around a point.</summary>
    public static void Draw(HtmlBuilder svg, int marker, double x, double y)
    {
        switch (marker)
        {
            case 0: svg.Add($"<circle cx=\"{x}\" cy=\"{y}\" r=\"4\"/>"); break;
            case 1: svg.Add($"<rect x=\"{x - 3.5}\" y=\"{y - 3.5}\" width=\"7\" height=\"7\"/>"); break;
            case 2: svg.Add($"<path d=\"M{x} {y - 5}L{x + 4.5} {y + 4}H{x - 4.5}Z\"/>"); break;
            case 3: svg.Add($"<path d=\"M{x} {y - 5}L{x + 5} {y}L{x} {y + 5}L{x - 5} {y}Z\"/>"); break;
            default: svg.Add($"<path d=\"M{x} {y + 5}L{x + 4.5} {y - 4}H{x - 4.5}Z\"/>"); break;
        }
    }
}
