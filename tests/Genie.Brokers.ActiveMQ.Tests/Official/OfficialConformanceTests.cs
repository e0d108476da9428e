using Genie.Brokers.ActiveMQ.Tests.Servers;
using Genie.Brokers.Conformance;
using Genie.Testing.Conformance;
using Xunit.Abstractions;

namespace Genie.Brokers.ActiveMQ.Tests.Official;

public abstract class OfficialConformanceTests(ActiveMQFixture fixture, ITestOutputHelper output) : ActiveMQConformanceTests(fixture, output)
{
    protected override string Client => "official";
}

public sealed class OfficialOnArtemisConformanceTests(ArtemisFixture fixture, ITestOutputHelper output)
    : OfficialConformanceTests(fixture, output), IClassFixture<ArtemisFixture>;

[Variant(typeof(OfficialOnArtemisConformanceTests), ConformanceScope.Server)]
public sealed class OfficialOnClassicConformanceTests(ClassicFixture fixture, ITestOutputHelper output)
    : OfficialConformanceTests(fixture, output), IClassFixture<ClassicFixture>;
