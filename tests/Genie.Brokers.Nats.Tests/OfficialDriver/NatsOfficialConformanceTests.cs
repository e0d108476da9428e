using Genie.Brokers.Nats.Tests.Servers;
using Xunit.Abstractions;

namespace Genie.Brokers.Nats.Tests.OfficialDriver;

public sealed class NatsOfficialConformanceTests(NatsFixture fixture, ITestOutputHelper output)
    : NatsConformanceTests(fixture, output), IClassFixture<NatsFixture>
{
    protected override string Client => "official";
}
