using Genie.Brokers.Pulsar.Tests.Servers;

namespace Genie.Brokers.Pulsar.Tests.Official;

[Collection(PulsarServersDefinition.Name)]
public sealed class OfficialForeignShapeTests(PulsarServers servers) : PulsarForeignShapeTests(servers, "official", batched: false);

[Collection(PulsarServersDefinition.Name)]
public sealed class OfficialForeignBatchTests(PulsarServers servers) : PulsarForeignShapeTests(servers, "official", batched: true);
