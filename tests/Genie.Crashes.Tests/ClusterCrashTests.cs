using Genie.Benchmarks.Drivers;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Crashes;
using Genie.Servers;
using Genie.Workload;
using Xunit.Abstractions;

namespace Genie.Crashes.Tests;

/// <summary>Grains in several processes of a Proto.Actor cluster.</summary>
public sealed class ClusterCrashTests(ITestOutputHelper output) : CrashTests(output)
{
    [SkippableFact]
    public async Task Two_members_of_a_Proto_Actor_cluster_do_not_double_what_a_killed_one_had_begun()
    {
        var driver = DriverCatalogue.Of("protoactor").FirstOrDefault(candidate => candidate.Client == "cluster");
        Skip.If(driver is null, "Proto.Cluster is missing in the feed");
        await using var postgres = await StartAsync("postgis");
        var plan = new CrashPlan
        {
            // Each partition is a virtual grain, which lives on one member at a time and hosts the grains of its parties.
            Broker = new BrokerChoice
            {
                Broker = "protoactor", Client = "cluster", Partitions = 8,
                Settings = new Dictionary<string, string> { ["url"] = $"protoactor://127.0.0.1:{Ports.PickFree()}", ["streams"] = "1" },
            },
            Workload = new WorkloadChoice { Stages = Stages.Grains }, Kills = [CrashVictim.Worker], SparesFirstWorker = true, Duration = TimeSpan.FromSeconds(16), RatePerSecond = 100,
        };
        var outcome = await RunAsync(OnOneDatabase(plan, postgres) with { Kills = [CrashVictim.Worker] });
        Assert.False(outcome.IsCovered);
        ExpectExact(outcome, workers: 3);
    }
}
