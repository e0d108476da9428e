using Genie.Brokers.Conformance;
using Genie.Brokers.Pulsar.Tests.Servers;

namespace Genie.Brokers.Pulsar.Tests;

/// <summary>A server that lives and says nothing any more. No client is led to it through a relay, and so nothing may run beside this.</summary>
[Collection(PulsarServersDefinition.Name)]
public sealed class HaltedServerTests(PulsarServers servers)
{
    public static TheoryData<string> Built => [.. PulsarDrivers.All.Select(driver => driver.Client)];

    [SkippableTheory]
    [MemberData(nameof(Built))]
    public async Task Deadlines_are_kept(string client)
    {
        var server = await servers.PlainAsync();
        Skip.If(server.Process is null, "the server is the user's, which is not halted");
        var subject = new ConformanceSubject
        {
            Driver = PulsarDrivers.All.Single(driver => driver.Client == client),
            Options = server.Options,
            PauseServer = server.Process.Pause,
        };
        var result = await ConformanceRunner.RunAsync(ConformanceSuite.Find("deadlines-are-kept"), subject, CancellationToken.None);
        Assert.True(result.Outcome == ConformanceOutcome.Passed, result.Detail);
    }
}
