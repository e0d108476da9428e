using Genie.Brokers;
using Xunit.Abstractions;

namespace Genie.Crashes.Tests;

/// <summary>Systems that keep messages in durable queues.</summary>
public sealed class QueueCrashTests(ITestOutputHelper output) : CrashTests(output)
{
    [SkippableTheory]
    [InlineData("rabbitmq")]
    [InlineData("activemq")]
    public Task Effects_outlive_the_kills_of_worker_and_server(string broker) => ExpectEffectsToOutliveKillsAsync(broker, Confirmation.Persisted);
}
