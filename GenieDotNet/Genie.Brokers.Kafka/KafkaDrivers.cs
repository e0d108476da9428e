using Genie.Brokers.Drivers;

namespace Genie.Brokers.Kafka;

/// <summary>The clients through which Kafka can be used.</summary>
public static class KafkaDrivers
{
    /// <summary>The system's name.</summary>
    public const string Broker = "kafka";

    /// <summary>Every driver.</summary>
    public static IReadOnlyList<IBrokerDriver> All { get; } =
    [
        new Official.KafkaDriver(),
        new Official.KafkaMockDriver(),
    ];
}
