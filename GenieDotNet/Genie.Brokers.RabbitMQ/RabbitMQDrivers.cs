using Genie.Brokers.Drivers;

namespace Genie.Brokers.RabbitMQ;

/// <summary>The clients through which RabbitMQ can be used.</summary>
public static class RabbitMQDrivers
{
    /// <summary>The system's name.</summary>
    public const string Broker = "rabbitmq";

    /// <summary>Every driver.</summary>
    public static IReadOnlyList<IBrokerDriver> All { get; } =
    [
        new Official.RabbitMQDriver(),
    ];
}
