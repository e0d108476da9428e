using Genie.Benchmarks.Commands.Bench;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Reporting.Model;
using Genie.Rpc.Quic;
using Genie.Servers.Finding;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Commands;

/// <summary>What is measured where nothing is named.</summary>
public sealed class BenchOverviewTests
{
    private static readonly string[] Installable = ["nats", "rabbitmq", "redis", "mqtt", "activemq"];

    [Fact]
    public void Official_clients_stand_beside_our_own_and_no_third_does()
    {
        Assert.Equal(["wire", "official"], Clients("nats"));
        Assert.Equal(["official"], Clients("rabbitmq"));
        Assert.Equal(["wire", "official"], Clients("zeromq"));
        Assert.Equal(["official"], Clients("kafka"));
        Assert.Equal(["remote"], Clients("protoactor"));
        Assert.Equal(["official"], Clients("orleans"));
    }

    [Fact]
    public void Every_client_is_asked_for_round_trips_and_the_first_publishes_over_one_connection()
    {
        var jobs = BenchPlanTests.Plan(Request() with { Named = ["nats"], Client = "all" });
        Assert.Equal(
            ["wire round-trip 1", "official round-trip 1", "wire round-trip 32", "official round-trip 32", "wire fire-and-forget 1", "wire fire-and-forget 1"],
            jobs.Select(job => $"{job.Broker.Client} {(job.Mode == RunMode.RoundTrip ? "round-trip" : "fire-and-forget")} {job.Connections}"));
        Assert.All(BenchPlanTests.Plan(Request() with { Named = ["kafka"], Client = "mock" }), job => Assert.Equal(RunMode.RoundTrip, job.Mode));
    }

    [Fact]
    public void What_installing_took_is_taken_from_the_rows()
    {
        var (unhurried, hurried) = (RowTime.Fit(44, 14, null, null), RowTime.Fit(44, 14, null, null, TimeSpan.FromSeconds(60)));
        Assert.True(hurried.Duration < unhurried.Duration);
        Assert.Equal(RowTime.Fit(44, 14, null, null, TimeSpan.FromMinutes(10)), RowTime.Fit(44, 14, null, null, TimeSpan.FromMinutes(5)));
    }

    [SkippableFact]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "45")]
    public async Task Every_system_that_can_be_had_here_is_measured_and_Kafka_by_its_mock_which_is_said()
    {
        foreach (var name in Installable)
        {
            var reason = ServerUnderTest.WhyUnavailable(name, ServerCatalogue.Get(name).IsInstalled());
            Skip.If(reason is not null, reason);
        }

        using var folder = new TemporaryFolder();
        var run = await GenieRun.RunAsync("bench", "--mode", "round-trip", "--connections", "1", "--stages", "transport", "--duration", "200ms", "--warmup", "0s", "--out", folder.Path);
        var results = await ResultsFile.ReadAsync(Path.Combine(folder.Path, "results.json"), CancellationToken.None);
        Assert.Empty(((string[])["sockets", "inmemory", .. Installable, "zeromq", .. Quic(), "protoactor", "orleans", "kafka"]).Except(results.Runs.Where(row => row.Requests > 0).Select(row => row.Broker)));
        if (!QuicSupport.IsSupported) Assert.Contains(results.Remarks, remark => remark.StartsWith("quic is left out: ", StringComparison.Ordinal) && remark.Contains("libmsquic", StringComparison.Ordinal));
        Assert.Equal(["wire", "official"], results.Runs.Where(row => row.Broker == "mqtt").Select(row => row.Client));
        if (results.Runs.Any(row => row is { Broker: "kafka", Client: "official" })) return;
        Assert.Contains(results.Remarks, remark => remark.StartsWith("kafka: measured without a server, by its client's mock in this process.", StringComparison.Ordinal));
        Assert.Contains(results.Runs.Single(row => row.Broker == "kafka").Marks, mark => mark.Text == "the client's mock inside one process, no kafka server");
        Assert.Contains("kafka: measured without a server", run.Output, StringComparison.Ordinal);
    }

    private static string[] Quic() => QuicSupport.IsSupported ? ["quic"] : [];

    private static IEnumerable<string> Clients(string broker) => BenchPlan.DriversOf(broker, Request()).Select(driver => driver.Client);

    private static BenchRequest Request() => new()
    {
        Named = [],
        Modes = [RunMode.RoundTrip, RunMode.FireAndForget],
        Connections = [1, 32],
        IsOverview = true,
        Workload = new WorkloadChoice(),
        Folder = ".",
    };
}
