using Genie.Brokers.Conformance;
using Genie.Brokers.Kafka.Official;

namespace Genie.Brokers.Kafka.Tests;

/// <summary>With one partition a connection, the order that the traits then promise is kept.</summary>
[Collection(KafkaServersDefinition.Name)]
public sealed class KafkaOrderedConformance(KafkaServers servers)
{
    [SkippableFact]
    public async Task Order_is_kept()
    {
        var server = await servers.PlainAsync();
        var subject = new ConformanceSubject { Driver = new KafkaDriver(), Options = new KafkaOptions { Url = server.Url, Ordered = true } };
        var result = await ConformanceRunner.RunAsync(ConformanceSuite.Find("order-is-kept"), subject, CancellationToken.None);
        Assert.True(result.Outcome == ConformanceOutcome.Passed, result.Detail);
    }
}
