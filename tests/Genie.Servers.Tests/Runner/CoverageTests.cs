using System.Xml.Linq;
using Genie.Testing.Runner;

namespace Genie.Servers.Tests.Runner;

public sealed class CoverageTests
{
    [Fact]
    public void A_line_that_one_of_several_test_projects_reached_is_reached()
    {
        var coverage = new Coverage();
        coverage.Add(Cobertura(("Genie.A", "A.cs", 1, 0), ("Genie.A", "A.cs", 2, 5), ("Genie.B", "B.cs", 1, 0)));
        coverage.Add(Cobertura(("Genie.A", "A.cs", 1, 1), ("Genie.A", "A.cs", 2, 0), ("Genie.A", "Other.cs", 1, 0), ("Genie.A", "Other.cs", 2, 0)));
        var output = new StringWriter();
        coverage.Write(output);
        Assert.Equal(
            ["coverage: Genie.A 50.0 % of 4 lines", "coverage: Genie.B 0.0 % of 1 lines", "coverage: all 40.0 % of 5 lines"],
            output.ToString().TrimEnd().Split('\n').Select(line => string.Join(' ', line.Split(' ', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))));
    }

    private static XDocument Cobertura(params (string Library, string File, int Line, int Hits)[] lines) => new(new XElement("coverage", new XElement("packages",
        lines.GroupBy(line => line.Library).Select(library => new XElement("package", new XAttribute("name", library.Key), new XElement("classes",
            library.GroupBy(line => line.File).Select(file => new XElement("class", new XAttribute("filename", file.Key), new XElement("lines",
                file.Select(line => new XElement("line", new XAttribute("number", line.Line), new XAttribute("hits", line.Hits))))))))))));
}
