using Genie.Brokers.Pulsar.Tests.Servers;
using Xunit.Abstractions;

namespace Genie.Brokers.Pulsar.Tests.WireDriver;

[Collection(PulsarServersDefinition.Name)]
public sealed class WireConformanceTests(PulsarServers servers, ITestOutputHelper output) : PulsarConformanceTests(servers, output)
{
    protected override string Client => "wire";
}
