using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Genie.Benchmarks.Reporting.Html;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Tests.Reporting;

public sealed partial class HtmlReportTests
{
    private static readonly string Page = HtmlReport.Create(SampleResults.Create(), "results.json");

    [Fact]
    public void The_page_refers_to_nothing_outside_and_runs_its_own_script_alone()
    {
        Assert.DoesNotMatch(OutsideReference(), Page);
        var script = Assert.Single(Script().Matches(Page)).Groups[1].Value;
        var hash = Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(script)));
        Assert.Contains($"content=\"default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;; script-src &#39;sha256-{hash}&#39;\"", Page, StringComparison.Ordinal);
        Assert.All(Body().Descendants("a"), link => Assert.Matches("^(#system-[a-z]+|results\\.json)$", (string?)link.Attribute("href")));
        Assert.DoesNotContain("@import", Page, StringComparison.Ordinal);
        Assert.Equal(["#hatch"], UrlReference().Matches(Page).Select(match => match.Groups[1].Value).Distinct());
    }

    [Fact]
    public void Every_element_is_closed_and_every_attribute_quoted()
    {
        // Strict enough for XML once the two void elements and the declaration are put right.
        var root = Body();
        Assert.Equal(root.Descendants("svg").Count(svg => (string?)svg.Attribute("role") == "img"), root.Descendants("svg").Count(svg => svg.Attribute("aria-label") is not null));
        Assert.Single(root.Descendants(), element => (string?)element.Attribute("id") == "hatch");
        Assert.All(root.Descendants("table"), table => Assert.NotNull(table.Element("caption")));
        Assert.All(root.Descendants("th"), header => Assert.NotNull(header.Attribute("scope")));
    }

    [Fact]
    public void Every_row_of_a_table_has_as_many_cells_as_its_head()
    {
        var root = Body();
        foreach (var table in root.Descendants("table"))
        {
            var columns = Width(table.Element("thead")!.Elements("tr").First());
            Assert.All(table.Element("tbody")!.Elements("tr"), row => Assert.Equal(columns, Width(row)));
        }
    }

    [Fact]
    public void Names_from_outside_cannot_break_the_page()
    {
        Assert.Contains("Nothing answers at &lt;127.0.0.1:1883&gt; &amp; the run was given up.", Page, StringComparison.Ordinal);
        var row = SampleResults.Create().Runs[2] with { Broker = "<script>alert(1)</script>", Server = "\" onload=\"x" };
        var page = HtmlReport.Create(SampleResults.Create() with { Runs = [row], CommandLine = "</main>" });
        Assert.DoesNotContain("<script>alert", page, StringComparison.Ordinal);
        Assert.DoesNotContain("\" onload=\"x", page, StringComparison.Ordinal);
        Assert.Single(EndOfMain().Matches(page));
    }

    [Fact]
    public void The_reason_for_which_a_row_is_not_ranked_is_there()
    {
        Assert.Contains("<li data-system=\"nats\">nats (official), buffered: 32 in flight, but 41.2 by throughput x mean latency.", Page, StringComparison.Ordinal);
        Assert.Contains("class=\"invalid\"", Page, StringComparison.Ordinal);
    }

    [Fact]
    public void Partial_results_say_so()
    {
        Assert.DoesNotContain("ended before its last run", Page, StringComparison.Ordinal);
        Assert.Contains("ended before its last run", HtmlReport.Create(SampleResults.Create() with { Partial = true }), StringComparison.Ordinal);
    }

    [Fact]
    public void Drawings_hold_numbers_only()
    {
        Assert.DoesNotContain("NaN", Page, StringComparison.Ordinal);
        Assert.DoesNotContain("Infinity", Page, StringComparison.Ordinal);
        Assert.DoesNotContain("∞", Page, StringComparison.Ordinal);
    }

    [Fact]
    public void Odd_results_are_drawn_too()
    {
        var row = SampleResults.Create().Runs[2];
        RunRow[] odd =
        [
            row with { LatencyCurve = [], TimeLine = [] },
            row with { Broker = "one", Requests = 1, LatencyCurve = [new LatencyPoint(100, 5)], TimeLine = [new TimeLinePoint(0, 1, 5, 5)] },
            row with { Broker = "even", LatencyCurve = [new LatencyPoint(0, 7), new LatencyPoint(100, 7)] },
            row with { Broker = "none", Requests = 0, ThroughputPerSecond = 0, LatencyMicroseconds = new LatencyFigures(), LatencyCurve = [], TimeLine = [] },
            row with { Broker = "stalled", TimeLine = [new TimeLinePoint(0, 0, 0, 0), new TimeLinePoint(1, 0, 0, 0, Errors: 3)] },
        ];
        foreach (var runs in odd.Select(single => new[] { single }).Append(odd).Append([]))
        {
            var page = HtmlReport.Create(SampleResults.Create() with { Runs = runs });
            Assert.DoesNotMatch("NaN|∞|Infinity", page);
        }
    }

    [Fact]
    public void Every_system_stands_beside_every_question_and_has_a_page_of_its_own()
    {
        var matrix = Body().Descendants("table").First();
        Assert.Equal(["system", "Lowest latency", "Most round trips", "Most throughput", "Safest", "Cheapest"], matrix.Descendants("thead").Single().Descendants("th").Select(head => head.Value));
        var ranked = SampleResults.Create().Runs.Where(row => row.Ranked).Select(row => (row.Broker, Name: $"{row.Broker} ({row.Client})")).Distinct().ToList();
        Assert.Equal(ranked.Select(system => system.Name).Order(), matrix.Element("tbody")!.Elements("tr").Select(row => row.Element("th")!.Value).Order());
        var pages = Body().Descendants("details").Where(details => (string?)details.Attribute("class") == "system").ToDictionary(details => (string)details.Attribute("data-system")!);
        Assert.Equal(SampleResults.Create().Runs.Select(row => row.Broker).Distinct().Order(), pages.Keys.Order());
        Assert.All(Body().Descendants("a").Select(link => (string)link.Attribute("href")!).Where(target => target[0] == '#'), target => Assert.Single(Body().Descendants(), element => (string?)element.Attribute("id") == target[1..]));
        Assert.Contains("Lowest latency: 1 of 3", pages["nats"].Element("summary")!.Value, StringComparison.Ordinal);
        Assert.Contains("buffered: left this process", pages["nats"].Value, StringComparison.Ordinal);
        Assert.Contains("the run was given up", pages["mqtt"].Value, StringComparison.Ordinal);
    }

    [Fact]
    public void A_system_has_the_same_colour_in_every_report()
    {
        var all = SampleResults.Create();
        var alone = HtmlReport.Create(all with { Runs = [.. all.Runs.Where(row => row.Broker == "rabbitmq")] });
        var colours = new[] { Page, alone }.Select(page => Winners().Matches(page).First(match => match.Groups[2].Value.StartsWith("rabbitmq", StringComparison.Ordinal)).Groups[1].Value).Distinct();
        Assert.Single(colours);
    }

    private static XElement Body() => ReportPage.Body(Page);

    private static int Width(XElement row) => row.Elements().Sum(cell => (int?)cell.Attribute("colspan") ?? 1);

    [GeneratedRegex("(?:src|action|data|xlink:href)\\s*=|https?://(?!www\\.w3\\.org/2000/svg)|@font-face", RegexOptions.IgnoreCase)]
    private static partial Regex OutsideReference();

    [GeneratedRegex("url\\(([^)]*)\\)")]
    private static partial Regex UrlReference();

    [GeneratedRegex("<script>(.*?)</script>", RegexOptions.Singleline)]
    private static partial Regex Script();

    [GeneratedRegex("class=\"winner (\\w+)\">([^<]*)")]
    private static partial Regex Winners();

    [GeneratedRegex("</main>")]
    private static partial Regex EndOfMain();
}
