using Genie.Brokers.Conformance;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Brokers.Grains.Tests;

public sealed class GrainsConformanceTests(ITestOutputHelper output) : BrokerConformanceTests(output)
{
    protected override IReadOnlySet<string> NotApplicable => WithoutServer.NotApplicableAndNothingHeld;

    protected override ValueTask<ConformanceSubject> CreateSubjectAsync() =>
        ValueTask.FromResult(new ConformanceSubject { Driver = new GrainsDriver(), Options = new GrainsOptions() });
}
