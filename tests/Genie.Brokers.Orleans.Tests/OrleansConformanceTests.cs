using Genie.Brokers.Conformance;
using Genie.Brokers.Orleans.Official;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Brokers.Orleans.Tests;

public sealed class OrleansConformanceTests(ITestOutputHelper output) : BrokerConformanceTests(output)
{
    protected override IReadOnlySet<string> NotApplicable => WithoutServer.NotApplicableAndNothingHeld;

    protected override ValueTask<ConformanceSubject> CreateSubjectAsync() =>
        ValueTask.FromResult(new ConformanceSubject { Driver = new OrleansDriver(), Options = Clusters.Create() });
}
