using Genie.Brokers.Conformance;
using Genie.Brokers.ZeroMQ.Official;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Brokers.ZeroMQ.Tests.Official;

public sealed class NetMQConformanceTests(ITestOutputHelper output) : BrokerConformanceTests(output)
{
    protected override IReadOnlySet<string> NotApplicable => WithoutServer.NotApplicableAndNothingHeld;

    protected override ValueTask<ConformanceSubject> CreateSubjectAsync() => ValueTask.FromResult(Brokerless.Subject(new NetMQDriver()));
}
