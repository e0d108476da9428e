using System.Text;
using Genie.Relay.Telemetry;

namespace Genie.Relay.Tests.Telemetry;

public sealed class MetricTextTests
{
    private const string Text = """
        # HELP calls_total Calls, all of them.
        # TYPE calls_total counter
        calls_total{path="/a \"}{",code="2"} 3 1700000000
        # TYPE wait histogram
        wait_bucket{le="0.1"} 1
        wait_bucket{le="+Inf"} 4
        wait_sum 2.5
        wait_count 4
        # TYPE rank summary
        rank{quantile="0.9"} 7
        rank_sum 9
        rank_count 2
        # TYPE born_created gauge
        born_created 1.7e9
        loose 1
        not a sample
        """;

    [Fact]
    public void Families_are_read_and_written_as_they_were()
    {
        var text = new StringBuilder();
        MetricText.Write(MetricText.Parse(Text).Values, text);
        Assert.Equal(
            """
            # HELP calls_total Calls, all of them.
            # TYPE calls_total counter
            calls_total{path="/a \"}{",code="2"} 3
            # TYPE loose untyped
            loose 1
            # TYPE rank summary
            rank{quantile="0.9"} 7
            rank_sum 9
            rank_count 2
            # TYPE wait histogram
            wait_bucket{le="0.1"} 1
            wait_bucket{le="+Inf"} 4
            wait_sum 2.5
            wait_count 4

            """,
            text.ToString());
    }

    [Fact]
    public void Values_are_added_and_of_quantiles_the_largest_stays()
    {
        var sums = MetricText.Parse(Text);
        foreach (var (name, family) in MetricText.Parse(Text.Replace("} 7", "} 5", StringComparison.Ordinal))) sums[name].Add(family);
        Assert.Equal(8, sums["wait"].Samples["wait_bucket{le=\"+Inf\"}"]);
        Assert.Equal(5, sums["wait"].Samples["wait_sum"]);
        Assert.Equal(7, sums["rank"].Samples["rank{quantile=\"0.9\"}"]);
        Assert.Equal(4, sums["rank"].Samples["rank_count"]);
    }
}
