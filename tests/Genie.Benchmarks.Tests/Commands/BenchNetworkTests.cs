using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.SideBySide;
using Genie.Servers;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Commands;

public sealed class BenchNetworkTests
{
    [SkippableFact]
    public async Task A_row_behind_a_network_takes_its_time_says_so_and_is_compared_with_no_other()
    {
        var unavailable = ServerUnderTest.WhyUnavailable("nats", NatsServer.IsInstalled);
        Skip.If(unavailable is not null, unavailable);
        using var folder = new TemporaryFolder();
        var (code, output, error) = await GenieProcess.RunAsync(
            "bench", "nats", "--network", "continental", "--mode", "round-trip", "--connections", "1", "--stages", "transport", "--duration", "1s", "--warmup", "100ms", "--out", folder.Path);
        Assert.True(code == ExitCode.Success, output + error);
        var results = await ResultsFile.ReadAsync(Path.Combine(folder.Path, "results.json"), default);
        var row = Assert.Single(results.Runs);
        Assert.Equal("continental", row.Network);
        Assert.Contains(row.Remarks, remark => remark.Contains("--network", StringComparison.Ordinal));

        // Client and worker are behind it: two round trips.
        Assert.True(row.LatencyMicroseconds.P50 >= 70_000, $"{row.LatencyMicroseconds.P50}");
        Assert.Contains("continental", LoadShape.Of(row).Details, StringComparison.Ordinal);
        var without = results with { Runs = [row with { Network = null }] };
        Assert.Empty(SeriesPairing.Of(results, without).Pairs);
        Assert.Single(SeriesPairing.Of(results, results).Pairs);
    }

    [Theory]
    [InlineData("no server that a network could be put before", "zeromq")]
    [InlineData("they would go around the network", "kafka")]
    public async Task What_would_not_pass_through_it_is_not_measured(string said, string broker)
    {
        using var folder = new TemporaryFolder();
        var (code, output, error) = await GenieProcess.RunAsync("bench", broker, "--network", "lan", "--connections", "1", "--duration", "1s", "--out", folder.Path);
        Assert.Equal(ExitCode.Failure, code);
        Assert.Contains(said, output + error, StringComparison.Ordinal);
    }
}
