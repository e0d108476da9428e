using Genie.Brokers.Drivers;
using Genie.Brokers.Nats.Wire;

namespace Genie.Brokers.Nats;

/// <summary>The drivers for NATS.</summary>
public static class NatsDrivers
{
    /// <summary>The system's name.</summary>
    public const string Broker = "nats";

    /// <summary>The wire driver and the official client.</summary>
    public static IReadOnlyList<IBrokerDriver> All { get; } =
    [
        new NatsWireDriver(),
        new Official.NatsOfficialDriver(),
    ];
}
