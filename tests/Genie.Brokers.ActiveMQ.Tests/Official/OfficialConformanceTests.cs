using Genie.Brokers.ActiveMQ.Tests.Servers;
using Genie.Brokers.Conformance;
using Xunit.Abstractions;

namespace Genie.Brokers.ActiveMQ.Tests.Official;

public abstract class OfficialConformanceTests(ActiveMQFixture fixture, ITestOutputHelper output) : ActiveMQConformanceTests(fixture, output)
{
    protected override string Client => "official";

    // What the library itself allocates for a message, its buffers and locks.
    protected override ConformanceSubject Adapt(ConformanceSubject subject) =>
        subject with { AllocatedBytesPerRequestMax = 64 * 1024, AllocatedBytesPerSendMax = 32 * 1024 };
}

public sealed class OfficialOnArtemisConformanceTests(ArtemisFixture fixture, ITestOutputHelper output)
    : OfficialConformanceTests(fixture, output), IClassFixture<ArtemisFixture>;

public sealed class OfficialOnClassicConformanceTests(ClassicFixture fixture, ITestOutputHelper output)
    : OfficialConformanceTests(fixture, output), IClassFixture<ClassicFixture>;
