using Genie.Brokers.Conformance;
using Genie.Brokers.InMemory;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Brokers.Encryption.Tests;

/// <summary>Encryption keeps the contract of what it wraps.</summary>
public sealed class EncryptedConformance(ITestOutputHelper output) : BrokerConformanceTests(output)
{
    protected override IReadOnlySet<string> NotApplicable => WithoutServer.NotApplicableAndNothingHeld;

    protected override ValueTask<ConformanceSubject> CreateSubjectAsync() =>
        ValueTask.FromResult(new ConformanceSubject { Driver = new EncryptedDriver(), Options = new InMemoryOptions { MaxPayloadBytes = 1 << 22 } });
}
