using Genie.Brokers.Pulsar.Tests.Servers;
using Xunit.Abstractions;

namespace Genie.Brokers.Pulsar.Tests.Apache;

[Collection(PulsarServersDefinition.Name)]
public sealed class DotPulsarConformanceTests(PulsarServers servers, ITestOutputHelper output) : PulsarConformanceTests(servers, output)
{
    protected override string Client => "dotpulsar";
}
