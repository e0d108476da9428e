using Genie.Benchmarks.Load.Crashes;
using Xunit.Abstractions;

namespace Genie.Crashes.Tests;

/// <summary>Systems that promise nothing across a kill, and workers that forget.</summary>
public sealed class UncoveredCrashTests(ITestOutputHelper output) : CrashTests(output)
{
    [SkippableTheory]
    [InlineData("nats")]
    [InlineData("mqtt")]
    public async Task Where_nothing_is_promised_what_was_answered_took_effect_and_nothing_twice(string broker)
    {
        await using var server = await StartAsync(broker);
        var outcome = await RunAsync(PlanOf(broker, server) with { Kills = [CrashVictim.Worker, CrashVictim.Worker] });
        Assert.False(outcome.IsCovered);
        ExpectExact(outcome, workers: 3);
    }

    [SkippableFact]
    public async Task Effects_that_die_with_their_worker_are_missing()
    {
        // Each worker keeps its events in a folder of its own, which nobody finds again.
        await using var server = await StartAsync("nats");
        var plan = PlanOf("nats", server) with { Kills = [CrashVictim.Worker], Timeout = TimeSpan.FromSeconds(2) };
        var outcome = await RunAsync(plan with { Workload = plan.Workload with { StoreFolder = null } });
        Assert.True(outcome.Effects.Missing > 0);
        Assert.False(outcome.Effects.IsExact);
    }
}
