using Genie.Brokers.Conformance;
using Genie.Brokers.Kafka.Official;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Brokers.Kafka.Tests;

/// <summary>The same client on librdkafka's mock cluster: no server to kill, no password to refuse.</summary>
public sealed class KafkaMockConformance(ITestOutputHelper output) : BrokerConformanceTests(output)
{
    protected override IReadOnlySet<string> NotApplicable { get; } = new HashSet<string>
    {
        "order-is-kept", "persisted-sends-survive-server-crash", "unreachable-server", "wrong-password", "server-crash-during-requests",
    };

    protected override ValueTask<ConformanceSubject> CreateSubjectAsync() => ValueTask.FromResult(new ConformanceSubject
    {
        Driver = new KafkaMockDriver(),
        Options = new KafkaOptions(),
        AllocatedBytesPerRequestMax = 4096,
        AllocatedBytesPerSendMax = 2048,
    });
}
