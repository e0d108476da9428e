using Genie.Brokers.Conformance;
using Genie.Brokers.InMemory;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Brokers.Encryption.Tests;

/// <summary>Encryption keeps the contract of what it wraps.</summary>
public sealed class EncryptedConformance(ITestOutputHelper output) : BrokerConformanceTests(output)
{
    protected override IReadOnlySet<string> NotApplicable { get; } = new HashSet<string>
    {
        "unreachable-server", "wrong-password", "server-crash-during-requests", "persisted-sends-survive-server-crash",
        "messages-wait-for-a-listener",
    };

    protected override ValueTask<ConformanceSubject> CreateSubjectAsync() =>
        ValueTask.FromResult(new ConformanceSubject { Driver = new EncryptedDriver(), Options = new InMemoryOptions { MaxPayloadBytes = 1 << 22 } });
}
