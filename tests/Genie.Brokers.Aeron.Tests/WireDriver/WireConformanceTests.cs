using Genie.Brokers.Aeron.Tests.Servers;
using Xunit.Abstractions;

namespace Genie.Brokers.Aeron.Tests.WireDriver;

[Collection(AeronServersDefinition.Name)]
public sealed class WireConformanceTests(AeronServers servers, ITestOutputHelper output) : AeronConformanceTests(servers, output)
{
    protected override string Client => "wire";
}
