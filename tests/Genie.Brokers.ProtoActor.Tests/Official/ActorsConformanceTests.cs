using Genie.Brokers.Conformance;
using Genie.Brokers.ProtoActor.Official.Actors;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Brokers.ProtoActor.Tests.Official;

public sealed class ActorsConformanceTests(ITestOutputHelper output) : BrokerConformanceTests(output)
{
    protected override IReadOnlySet<string> NotApplicable => WithoutServer.NotApplicableAndNothingHeld;

    protected override ValueTask<ConformanceSubject> CreateSubjectAsync() => ValueTask.FromResult(Brokerless.Subject(new ActorsDriver()));
}
