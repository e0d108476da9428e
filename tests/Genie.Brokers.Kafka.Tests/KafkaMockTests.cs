using Genie.Brokers.Conformance;
using Genie.Brokers.Kafka.Official;
using Xunit.Abstractions;

namespace Genie.Brokers.Kafka.Tests;

/// <summary>
/// The same client on librdkafka's mock cluster. A group forms slowly there (its rebalance delay of 3 s cannot be set), so
/// only the checks that say something about the mock itself are run; the real server gets them all.
/// </summary>
public sealed class KafkaMockTests(ITestOutputHelper output)
{
    [Theory]
    [InlineData("traits-are-complete")]
    [InlineData("round-trip-1-mib")]
    [InlineData("sends-arrive-once")]
    [InlineData("requests-256-in-flight")]
    [InlineData("dispose-twice")]
    public async Task Conforms(string check)
    {
        var subject = new ConformanceSubject { Driver = new KafkaMockDriver(), Options = new KafkaOptions() };
        var result = await ConformanceRunner.RunAsync(ConformanceSuite.Find(check), subject, CancellationToken.None);
        output.WriteLine($"{result.Outcome} after {result.Elapsed.TotalSeconds:0.0} s. {result.Detail}");
        Assert.True(result.Outcome == ConformanceOutcome.Passed, $"{result.Detail}\n{result.Error}");
    }
}
