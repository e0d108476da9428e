using Genie.Brokers.Drivers;

namespace Genie.Brokers.Kafka.Official;

/// <summary>Kafka through Confluent.Kafka.</summary>
public sealed class KafkaDriver() : BrokerDriver<KafkaOptions>(Description)
{
    // The client makes objects for every message and every report.
    internal static DriverDescription Description { get; } =
        DriverDescription.OfPackage<KafkaDriver>(KafkaDrivers.Broker, "Confluent.Kafka", KafkaGuarantees.Card, new AllocationBounds(4096, 2048));

    /// <inheritdoc/>
    public override IBroker Create(KafkaOptions options)
    {
        var endpoint = new KafkaEndpoint(options);
        return new KafkaBroker(endpoint, new ClusterTopics(endpoint), Description);
    }
}
