using Genie.Brokers.Conformance;
using Genie.Brokers.Kafka.Official;

namespace Genie.Brokers.Kafka.Tests;

/// <summary>A server that lives and says nothing any more. No client is led to it through a relay, and so nothing may run beside this.</summary>
[Collection(KafkaServersDefinition.Name)]
public sealed class HaltedServerTests(KafkaServers servers)
{
    [SkippableFact]
    public async Task Deadlines_are_kept()
    {
        var server = await servers.PlainAsync();
        Skip.If(server.Process is null, "the server is the user's, which is not halted");
        var subject = new ConformanceSubject
        {
            Driver = new KafkaDriver(),
            Options = new KafkaOptions { Url = server.Url },
            PauseServer = server.Process.Pause,
        };
        var result = await ConformanceRunner.RunAsync(ConformanceSuite.Find("deadlines-are-kept"), subject, CancellationToken.None);
        Assert.True(result.Outcome == ConformanceOutcome.Passed, result.Detail);
    }
}
