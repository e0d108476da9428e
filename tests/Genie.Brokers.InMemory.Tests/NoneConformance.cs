using Genie.Brokers.Conformance;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Brokers.InMemory.Tests;

/// <summary>The null broker, which hands each message to a handler at once, keeps the contract too.</summary>
public sealed class NoneConformance(ITestOutputHelper output) : BrokerConformanceTests(output)
{
    protected override IReadOnlySet<string> NotApplicable => WithoutServer.NotApplicableAndNothingHeld;

    protected override ValueTask<ConformanceSubject> CreateSubjectAsync() =>
        ValueTask.FromResult(new ConformanceSubject { Driver = new NoneDriver(), Options = new NoneOptions() });
}
