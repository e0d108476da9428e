using Genie.Benchmarks.Drivers;
using Genie.Benchmarks.Load;
using Genie.Servers;
using Xunit.Abstractions;

namespace Genie.Crashes.Tests;

/// <summary>A Proto.Actor cluster whose members share a database. There is no server; the seed node is not killed.</summary>
[Trait("Tier", "nightly")]
[Trait("Seconds", "40")]
public sealed class OfficialClusterCrashTests(ITestOutputHelper output) : CrashTests(output)
{
    [SkippableFact]
    public async Task The_other_member_and_a_new_one_take_over_and_double_nothing()
    {
        var driver = DriverCatalogue.Of("protoactor").Single(driver => driver.Client == "cluster");
        await using var postgres = await StartAsync("postgis");
        var settings = new Dictionary<string, string> { ["url"] = $"protoactor://127.0.0.1:{Ports.PickFree()}", ["streams"] = "1" };
        var plan = OnOneDatabase(PlanOf(new BrokerChoice { Broker = driver.Broker, Client = driver.Client, Settings = settings, Partitions = 8 }), postgres);
        ExpectExact(await RunAsync(plan with { SparesFirstWorker = true }), workers: 4);
    }
}
