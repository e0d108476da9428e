using Genie.Brokers.Pulsar.Tests.Servers;

namespace Genie.Brokers.Pulsar.Tests.Apache;

[Collection(PulsarServersDefinition.Name)]
public sealed class DotPulsarForeignShapeTests(PulsarServers servers) : PulsarForeignShapeTests(servers, "dotpulsar", batched: false);

[Collection(PulsarServersDefinition.Name)]
public sealed class DotPulsarForeignBatchTests(PulsarServers servers) : PulsarForeignShapeTests(servers, "dotpulsar", batched: true);
