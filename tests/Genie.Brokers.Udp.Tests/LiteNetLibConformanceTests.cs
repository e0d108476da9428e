using Genie.Brokers.Conformance;
using Genie.Brokers.Udp.LiteNet;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Brokers.Udp.Tests;

public sealed class LiteNetLibConformanceTests(ITestOutputHelper output) : BrokerConformanceTests(output)
{
    protected override IReadOnlySet<string> NotApplicable => WithoutServer.NotApplicableAndNothingHeld;

    protected override ValueTask<ConformanceSubject> CreateSubjectAsync() =>
        ValueTask.FromResult(new ConformanceSubject { Driver = new LiteNetLibDriver(), Options = Clients.FreePort() });
}
