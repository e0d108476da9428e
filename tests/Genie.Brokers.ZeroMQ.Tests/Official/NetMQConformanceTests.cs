using Genie.Brokers.Conformance;
using Genie.Brokers.ZeroMQ.Official;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Brokers.ZeroMQ.Tests.Official;

public sealed class NetMQConformanceTests(ITestOutputHelper output) : BrokerConformanceTests(output)
{
    protected override IReadOnlySet<string> NotApplicable => Brokerless.NotApplicable;

    // NetMQ allocates its messages, frames and queue entries anew each time.
    protected override ValueTask<ConformanceSubject> CreateSubjectAsync() => ValueTask.FromResult(
        Brokerless.Subject(new NetMQDriver()) with { AllocatedBytesPerRequestMax = 8192, AllocatedBytesPerSendMax = 4096 });
}
