using Genie.Brokers.ActiveMQ.Tests.Servers;
using Genie.Brokers.Conformance;
using Genie.Testing.Conformance;
using Xunit.Abstractions;

namespace Genie.Brokers.ActiveMQ.Tests.WireDriver;

public sealed class WireOnArtemisConformanceTests(ArtemisFixture fixture, ITestOutputHelper output)
    : ActiveMQConformanceTests(fixture, output), IClassFixture<ArtemisFixture>
{
    protected override string Client => "wire";
}

[Variant(typeof(WireOnArtemisConformanceTests), ConformanceScope.Server)]
public sealed class WireOnClassicConformanceTests(ClassicFixture fixture, ITestOutputHelper output)
    : ActiveMQConformanceTests(fixture, output), IClassFixture<ClassicFixture>
{
    protected override string Client => "wire";
}
