using System.Xml.Linq;

namespace Genie.Benchmarks.Tests.Reporting;

/// <summary>Reads a report as XML, which its body is strict enough for.</summary>
internal static class ReportPage
{
    /// <summary>The body, without the script at its end.</summary>
    public static XElement Body(string page) => XElement.Parse(page[page.IndexOf("<body>", StringComparison.Ordinal)..page.IndexOf("<script>", StringComparison.Ordinal)] + "</body>");
}
