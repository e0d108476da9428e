using Genie.Brokers.Conformance;
using Genie.Brokers.Orleans.Official;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Brokers.Orleans.Tests;

public sealed class OrleansConformanceTests(ITestOutputHelper output) : BrokerConformanceTests(output)
{
    // Orleans promises no order.
    protected override IReadOnlySet<string> NotApplicable { get; } = new HashSet<string>(WithoutServer.NotApplicableAndNothingHeld) { "order-is-kept" };

    protected override ValueTask<ConformanceSubject> CreateSubjectAsync() =>
        ValueTask.FromResult(new ConformanceSubject { Driver = new OrleansDriver(), Options = Clusters.Create() });
}
