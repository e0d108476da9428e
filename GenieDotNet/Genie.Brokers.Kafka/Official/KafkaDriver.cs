using Genie.Brokers.Drivers;

namespace Genie.Brokers.Kafka.Official;

/// <summary>Kafka through Confluent.Kafka.</summary>
public sealed class KafkaDriver : IBrokerDriver
{
    internal static readonly string Version = ClientLibrary.OfPackage<KafkaDriver>("Confluent.Kafka");

    /// <inheritdoc/>
    public string Broker => KafkaDrivers.Broker;

    /// <inheritdoc/>
    public string Client => "official";

    /// <inheritdoc/>
    public string ClientVersion => Version;

    /// <inheritdoc/>
    public bool InProcess => false;

    /// <inheritdoc/>
    public GuaranteeCard Guarantees => KafkaGuarantees.Card;

    /// <inheritdoc/>
    public AllocationBounds Allocations => AllocationsOfClient;

    // The client makes objects for every message and every report.
    internal static AllocationBounds AllocationsOfClient { get; } = new(4096, 2048);

    /// <inheritdoc/>
    public Type OptionsType => typeof(KafkaOptions);

    /// <inheritdoc/>
    public IBroker Create(object options)
    {
        var endpoint = new KafkaEndpoint((KafkaOptions)options);
        return new KafkaBroker(endpoint, new ClusterTopics(endpoint), Client, isMock: false);
    }
}
