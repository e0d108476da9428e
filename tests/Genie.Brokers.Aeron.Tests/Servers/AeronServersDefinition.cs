namespace Genie.Brokers.Aeron.Tests.Servers;

/// <summary>The test classes that share the media driver.</summary>
[CollectionDefinition(Name)]
public sealed class AeronServersDefinition : ICollectionFixture<AeronServers>
{
    public const string Name = "Aeron media driver";
}
