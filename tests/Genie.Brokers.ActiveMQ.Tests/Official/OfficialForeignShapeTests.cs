using Genie.Brokers.ActiveMQ.Tests.Servers;

namespace Genie.Brokers.ActiveMQ.Tests.Official;

public sealed class ArtemisOfficialForeignShapeTests(ArtemisFixture fixture) : ActiveMQForeignShapeTests(fixture, "official"), IClassFixture<ArtemisFixture>;

public sealed class ClassicOfficialForeignShapeTests(ClassicFixture fixture) : ActiveMQForeignShapeTests(fixture, "official"), IClassFixture<ClassicFixture>;
