namespace Genie.Brokers.Pulsar.Tests.Servers;

/// <summary>The test classes that share the servers.</summary>
[CollectionDefinition(Name)]
public sealed class PulsarServersDefinition : ICollectionFixture<PulsarServers>
{
    public const string Name = "Pulsar servers";
}
