using Xunit.Abstractions;

namespace Genie.Crashes.Tests;

/// <summary>Several workers on one channel, whose effects one database keeps.</summary>
[Trait("Tier", "nightly")]
[Trait("Seconds", "90")]
public sealed class SharedStoreCrashTests(ITestOutputHelper output) : CrashTests(output)
{
    // Where each partition belongs to one worker at a time; with NATS both get requests of every party, and the store alone keeps them apart.
    [SkippableTheory]
    [InlineData("rabbitmq", 4, "single-active-consumer=true")]
    [InlineData("kafka", 4, "partitions=1")]
    [InlineData("nats", 4, "")]
    public async Task Two_workers_do_not_double_what_a_killed_one_had_begun(string broker, int partitions, string setting)
    {
        await using var server = await StartAsync(broker);
        await using var postgres = await StartAsync("postgis");
        var plan = OnOneDatabase(PlanOf(broker, server), postgres);
        var settings = setting.Split('=') is [var name, var value] ? plan.Broker.Settings.Append(new(name, value)) : plan.Broker.Settings;
        ExpectExact(await RunAsync(plan with { Broker = plan.Broker with { Settings = settings.ToDictionary(), Partitions = partitions } }), workers: 4);
    }
}
