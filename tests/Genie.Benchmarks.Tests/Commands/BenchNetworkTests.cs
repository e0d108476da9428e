using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.SideBySide;
using Genie.Servers;
using Genie.Servers.Finding;
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
        var (code, output, error) = await GenieRun.RunAsync(
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

    [SkippableFact]
    public async Task Faults_happen_at_their_times_cost_what_was_under_way_and_are_over_with_the_row()
    {
        var unavailable = ServerUnderTest.WhyUnavailable("nats", NatsServer.IsInstalled);
        Skip.If(unavailable is not null, unavailable);
        using var folder = new TemporaryFolder();
        var (code, output, error) = await GenieRun.RunAsync(
            "bench", "nats", "--fault", "200ms stall", "--fault", "900ms heal", "--mode", "round-trip", "--connections", "1,2", "--rate", "200", "--in-flight", "64", "--stages", "transport",
            "--duration", "1500ms", "--warmup", "100ms", "--out", folder.Path);
        Assert.True(code == ExitCode.Success, output + error);
        var results = await ResultsFile.ReadAsync(Path.Combine(folder.Path, "results.json"), default);
        Assert.Equal(2, results.Runs.Count);
        Assert.All(results.Runs, row =>
        {
            Assert.Equal(["200ms stall", "900ms heal"], row.Faults);

            // Client and worker are behind it: what was due at the begin of the stall waited for its end.
            Assert.True(row.LatencyMicroseconds.Max >= 630_000, $"{row.LatencyMicroseconds}");
            Assert.Equal(row.Requests, row.Ledger.Delivered);
            Assert.Contains("stall", LoadShape.Of(row).Details, StringComparison.Ordinal);
        });
    }

    [SkippableFact]
    public async Task Requests_that_fail_by_a_fault_that_was_asked_for_leave_the_row_valid()
    {
        var unavailable = ServerUnderTest.WhyUnavailable("nats", NatsServer.IsInstalled);
        Skip.If(unavailable is not null, unavailable);
        using var folder = new TemporaryFolder();

        // The worker takes its time, so that requests are under way whenever the fault comes.
        var (code, output, error) = await GenieProcess.RunAsync(
            "bench", "nats", "--fault", "500ms reset", "--mode", "round-trip", "--connections", "4", "--stages", "transport", "--worker-delay", "20ms", "--duration", "1500ms", "--warmup", "100ms", "--threshold", "errors == 0", "--out", folder.Path);
        var row = Assert.Single((await ResultsFile.ReadAsync(Path.Combine(folder.Path, "results.json"), default)).Runs);
        Assert.True(row.Valid, output + error);
        Assert.True(row.Ledger.Errors > 0, output + error);
        Assert.Equal(ExitCode.ThresholdNotHeld, code);
    }

    [SkippableFact]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "15")]
    public async Task A_server_that_is_killed_and_one_that_stands_still_are_up_again_for_the_next_row()
    {
        var unavailable = ServerUnderTest.WhyUnavailable("nats", NatsServer.IsInstalled);
        Skip.If(unavailable is not null, unavailable);
        using var folder = new TemporaryFolder();
        var (code, output, error) = await GenieRun.RunAsync(
            "bench", "nats", "--fault", "300ms kill-server", "--fault", "1s start-server", "--fault", "1500ms pause-server", "--mode", "round-trip", "--connections", "1,2", "--rate", "200", "--in-flight", "64",
            "--stages", "transport", "--duration", "2500ms", "--warmup", "100ms", "--out", folder.Path);
        var results = await ResultsFile.ReadAsync(Path.Combine(folder.Path, "results.json"), default);
        Assert.True(code == ExitCode.Success, output + error);
        Assert.Equal(2, results.Runs.Count);
        Assert.All(results.Runs, row =>
        {
            // What was on its way failed, what was due meanwhile waited for the server or failed with it.
            Assert.True(row.Valid, output + error);
            Assert.True(row.Ledger.Errors > 0 || row.LatencyMicroseconds.Max >= 630_000, output + error);
            Assert.True(row.Requests > 0, output + error);
        });
        Assert.DoesNotContain(Directory.GetDirectories(ServerFolders.Root, "nats-own-*"), own => Directory.GetCreationTimeUtc(own) > results.Started.UtcDateTime);
    }

    [Theory]
    [InlineData("no server that something could happen to", "zeromq")]
    [InlineData("leave its address out", "nats", "--broker-option", "nats.url=nats://127.0.0.1:4222")]
    public async Task Only_a_server_of_its_own_is_killed(string said, params string[] arguments)
    {
        using var folder = new TemporaryFolder();
        var (code, output, error) = await GenieRun.RunAsync(["bench", .. arguments, "--fault", "500ms kill-server", "--connections", "1", "--out", folder.Path]);
        Assert.Equal(ExitCode.Failure, code);
        Assert.Contains(said, output + error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("no server that a network could be put before", "zeromq")]
    [InlineData("they would go around the network", "kafka")]
    public async Task What_would_not_pass_through_it_is_not_measured(string said, string broker)
    {
        using var folder = new TemporaryFolder();
        var (code, output, error) = await GenieRun.RunAsync("bench", broker, "--network", "lan", "--connections", "1", "--duration", "1s", "--out", folder.Path);
        Assert.Equal(ExitCode.Failure, code);
        Assert.Contains(said, output + error, StringComparison.Ordinal);
    }
}
