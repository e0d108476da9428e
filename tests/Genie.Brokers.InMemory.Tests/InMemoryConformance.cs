using Genie.Brokers.Conformance;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Brokers.InMemory.Tests;

/// <summary>The reference driver keeps the contract; it has no server to lose.</summary>
public sealed class InMemoryConformance(ITestOutputHelper output) : BrokerConformanceTests(output)
{
    protected override IReadOnlySet<string> NotApplicable => WithoutServer.NotApplicable;

    protected override ValueTask<ConformanceSubject> CreateSubjectAsync() =>
        ValueTask.FromResult(new ConformanceSubject { Driver = new InMemoryDriver(), Options = new InMemoryOptions() });
}
