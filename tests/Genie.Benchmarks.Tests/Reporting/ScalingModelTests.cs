using Genie.Benchmarks.Reporting.Scaling;

namespace Genie.Benchmarks.Tests.Reporting;

public sealed class ScalingModelTests
{
    private static readonly int[] Counts = [1, 2, 4, 8];

    [Theory]
    [InlineData(1000, 0.05, 0.002)]
    [InlineData(400, 0.3, 0)]
    [InlineData(400, 0, 0.01)]
    [InlineData(50, 0, 0)]
    public void The_law_behind_exact_points_is_found(double lambda, double sigma, double kappa)
    {
        var law = new ScalingModel(lambda, sigma, kappa);
        var found = ScalingModel.Fit([.. Counts.Select(nodes => (nodes, law.At(nodes)))])!;
        Assert.Equal(lambda, found.Lambda, lambda * 1e-6);
        Assert.Equal(sigma, found.Sigma, 1e-6);
        Assert.Equal(kappa, found.Kappa, 1e-6);
    }

    [Fact]
    public void Two_counts_give_the_law_of_Amdahl()
    {
        var found = ScalingModel.Fit([(1, 100), (4, 160)])!;
        Assert.Equal((100.0, 160.0, 0.0), (Math.Round(found.At(1), 6), Math.Round(found.At(4), 6), found.Kappa));
        Assert.Null(found.Peak);
    }

    [Fact]
    public void Nodes_that_do_more_than_their_number_are_no_negative_contention()
    {
        var found = ScalingModel.Fit([(1, 100), (2, 230), (4, 500)])!;
        Assert.Equal((0.0, 0.0), (found.Sigma, found.Kappa));
    }

    [Fact]
    public void The_peak_is_where_one_node_more_does_harm()
    {
        var law = new ScalingModel(100, 0.1, 0.01);
        var peak = (int)Math.Round(law.Peak!.Value);
        Assert.Equal(peak, Enumerable.Range(1, 50).MaxBy(law.At));
    }

    [Fact]
    public void One_count_is_no_curve() => Assert.Null(ScalingModel.Fit([(2, 100), (2, 110)]));

    [Fact]
    public void The_report_has_a_line_for_each_count_and_some_beyond()
    {
        var row = SampleResults.Create().Runs.First(run => run is { Valid: true, ThroughputPerSecond: > 0 }) with { Round = 0, GrainHost = "orleans" };
        var results = SampleResults.Create() with { Runs = [row with { Nodes = 1, ThroughputPerSecond = 100 }, row with { Nodes = 2, ThroughputPerSecond = 160 }] };
        var curve = Assert.Single(ScalingCurve.Of(results));
        Assert.Equal(["1", "2", "4", "8"], ScalingText.Cells(curve).Select(line => line[3]));
        Assert.Contains("Throughput over nodes of orleans", ScalingText.CreateMarkdown(results), StringComparison.Ordinal);
        Assert.Empty(ScalingText.CreateMarkdown(results with { Runs = [row with { Nodes = 2 }] }));
    }
}
