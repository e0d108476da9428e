using Genie.Brokers.Conformance;
using Genie.Brokers.Nats.Tests.Servers;
using Xunit.Abstractions;

namespace Genie.Brokers.Nats.Tests.OfficialDriver;

public sealed class NatsOfficialConformanceTests(NatsFixture fixture, ITestOutputHelper output)
    : NatsConformanceTests(fixture, output), IClassFixture<NatsFixture>
{
    protected override string Client => "official";

    // The client makes strings of each message's subjects, and under load a boxed state machine of each call that waits:
    // some 1,000 bytes a message were seen.
    protected override ConformanceSubject Adapt(ConformanceSubject subject) =>
        subject with { AllocatedBytesPerRequestMax = 4096, AllocatedBytesPerSendMax = 4096 };
}
