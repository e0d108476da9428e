namespace Genie.Brokers.Kafka.Tests;

/// <summary>The test classes that share the servers.</summary>
[CollectionDefinition(Name)]
public sealed class KafkaServersDefinition : ICollectionFixture<KafkaServers>
{
    public const string Name = "Kafka servers";
}
