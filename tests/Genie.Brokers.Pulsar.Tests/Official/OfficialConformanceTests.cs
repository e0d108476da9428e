using Genie.Brokers.Pulsar.Tests.Servers;
using Xunit.Abstractions;

namespace Genie.Brokers.Pulsar.Tests.Official;

[Collection(PulsarServersDefinition.Name)]
public sealed class OfficialConformanceTests(PulsarServers servers, ITestOutputHelper output) : PulsarConformanceTests(servers, output)
{
    protected override string Client => "official";
}
