using Genie.Brokers.Pulsar.Tests.Servers;

namespace Genie.Brokers.Pulsar.Tests.WireDriver;

[Collection(PulsarServersDefinition.Name)]
public sealed class WireForeignShapeTests(PulsarServers servers) : PulsarForeignShapeTests(servers, "wire", batched: false);

[Collection(PulsarServersDefinition.Name)]
public sealed class WireForeignBatchTests(PulsarServers servers) : PulsarForeignShapeTests(servers, "wire", batched: true);
