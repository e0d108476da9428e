using Genie.Brokers.Aeron.Tests.Servers;
using Xunit.Abstractions;

namespace Genie.Brokers.Aeron.Tests.Official;

[Collection(AeronServersDefinition.Name)]
public sealed class OfficialConformanceTests(AeronServers servers, ITestOutputHelper output) : AeronConformanceTests(servers, output)
{
    protected override string Client => "official";
}
