using System.Globalization;
using System.Xml;
using System.Xml.Linq;

namespace Genie.Benchmarks.Reporting.Export;

/// <summary>Outcomes in the XML that JUnit's Ant task writes and build servers read.</summary>
internal static class JUnit
{
    /// <summary>The document.</summary>
    /// <param name="suite">What was tested as a whole.</param>
    /// <param name="cases">The cases; a failure is in words, null for none.</param>
    public static string Create(string suite, IReadOnlyList<(string Class, string Name, double Seconds, string? Failure)> cases)
    {
        var failures = cases.Count(each => each.Failure is not null);
        var root = new XElement(
            "testsuite", new XAttribute("name", Clean(suite)), new XAttribute("tests", cases.Count), new XAttribute("failures", failures), new XAttribute("errors", 0), new XAttribute("skipped", 0),
            new XAttribute("time", Seconds(cases.Sum(each => each.Seconds))),
            cases.Select(each => new XElement(
                "testcase", new XAttribute("classname", Clean(each.Class)), new XAttribute("name", Clean(each.Name)), new XAttribute("time", Seconds(each.Seconds)),
                each.Failure is { } failure ? new XElement("failure", new XAttribute("message", Clean(failure)), Clean(failure)) : null)));
        return new XDeclaration("1.0", "utf-8", null) + "\n" + root + "\n";
    }

    private static string Seconds(double seconds) => seconds.ToString("0.000", CultureInfo.InvariantCulture);

    // Control characters of a server's words would make the document unreadable.
    private static string Clean(string text) => string.Concat(text.EnumerateRunes().Select(rune => rune.IsBmp && !XmlConvert.IsXmlChar((char)rune.Value) ? "?" : rune.ToString()));
}
