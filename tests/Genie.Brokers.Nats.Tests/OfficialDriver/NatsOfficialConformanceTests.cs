using Genie.Brokers.Nats.Tests.Servers;
using Xunit.Abstractions;

namespace Genie.Brokers.Nats.Tests.OfficialDriver;

public sealed class NatsOfficialConformanceTests(NatsFixture fixture, ITestOutputHelper output)
    : NatsConformanceTests(fixture, output), IClassFixture<NatsFixture>
{
    protected override string Client => "official";

    protected override IReadOnlyDictionary<string, string> Deviations { get; } = new Dictionary<string, string>
    {
        ["server-that-closes-at-once"] = "NATS.Net begins anew with its shortest wait after each connection that it made, however short it lived",
    };
}
