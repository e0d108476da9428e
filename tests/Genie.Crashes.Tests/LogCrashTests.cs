using Genie.Brokers;
using Xunit.Abstractions;

namespace Genie.Crashes.Tests;

/// <summary>Systems that keep messages in logs. Kafka confirms before its disk does, but what it has written outlives its process.</summary>
public sealed class LogCrashTests(ITestOutputHelper output) : CrashTests(output)
{
    [SkippableTheory]
    [InlineData("kafka", Confirmation.Accepted)]
    [InlineData("pulsar", Confirmation.Persisted)]
    public Task Effects_outlive_the_kills_of_worker_and_server(string broker, Confirmation level) => ExpectEffectsToOutliveKillsAsync(broker, level);
}
