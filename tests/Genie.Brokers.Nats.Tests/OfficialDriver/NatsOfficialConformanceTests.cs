using Genie.Brokers.Conformance;
using Genie.Brokers.Nats.Tests.Servers;
using Xunit.Abstractions;

namespace Genie.Brokers.Nats.Tests.OfficialDriver;

public sealed class NatsOfficialConformanceTests(NatsFixture fixture, ITestOutputHelper output)
    : NatsConformanceTests(fixture, output), IClassFixture<NatsFixture>
{
    protected override string Client => "official";

    // The client makes strings of the subjects of each message, and an array of each header.
    protected override ConformanceSubject Adapt(ConformanceSubject subject) =>
        subject with { AllocatedBytesPerRequestMax = 2048, AllocatedBytesPerSendMax = 1024 };
}
