using Genie.Brokers.Conformance;
using Genie.Brokers.ProtoActor.Official.Remote;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Brokers.ProtoActor.Tests.Official.Remote;

public sealed class RemoteConformanceTests(ITestOutputHelper output) : BrokerConformanceTests(output)
{
    protected override IReadOnlySet<string> NotApplicable => WithoutServer.NotApplicableAndNothingHeld;

    protected override ValueTask<ConformanceSubject> CreateSubjectAsync() => ValueTask.FromResult(Brokerless.Subject(new RemoteDriver()));
}
