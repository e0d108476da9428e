using Genie.Brokers.Conformance;
using Genie.Brokers.ZeroMQ.Wire;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Brokers.ZeroMQ.Tests;

public sealed class ZeroMQWireConformanceTests(ITestOutputHelper output) : BrokerConformanceTests(output)
{
    protected override IReadOnlySet<string> NotApplicable => WithoutServer.NotApplicableAndNothingHeld;

    protected override ValueTask<ConformanceSubject> CreateSubjectAsync() =>
        ValueTask.FromResult(Brokerless.Subject(new ZeroMQWireDriver()));
}
