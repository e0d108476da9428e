using Genie.Benchmarks.Load.Crashes;
using Genie.Benchmarks.Load.Effects;
using Genie.Servers;
using Xunit.Abstractions;

namespace Genie.Crashes.Tests;

/// <summary>Several workers on one channel, whose effects one database keeps.</summary>
public sealed class SharedStoreCrashTests(ITestOutputHelper output) : CrashTests(output)
{
    [SkippableFact]
    public async Task Two_workers_do_not_double_what_a_killed_one_had_begun()
    {
        await using var server = await StartAsync("rabbitmq");
        await using var postgres = await StartAsync("postgis");
        var plan = PlanOf("rabbitmq", server) with { Workers = 2, Kills = [CrashVictim.Worker, CrashVictim.Worker] };
        plan = plan with { Workload = plan.Workload with { Store = StoreKinds.Postgres, StoreFolder = null, Database = PostgresServer.ConnectionString(postgres.Process) } };
        ExpectExact(await RunAsync(plan), workers: 4);
    }
}
