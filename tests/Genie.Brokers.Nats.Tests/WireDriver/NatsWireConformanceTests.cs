using Genie.Brokers.Nats.Tests.Servers;
using Xunit.Abstractions;

namespace Genie.Brokers.Nats.Tests.WireDriver;

public sealed class NatsWireConformanceTests(NatsFixture fixture, ITestOutputHelper output)
    : NatsConformanceTests(fixture, output), IClassFixture<NatsFixture>
{
    protected override string Client => "wire";
}
