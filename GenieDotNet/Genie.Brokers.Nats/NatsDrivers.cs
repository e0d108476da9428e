using Genie.Brokers.Drivers;
using Genie.Brokers.Nats.Wire;

namespace Genie.Brokers.Nats;

/// <summary>The drivers for NATS.</summary>
public static class NatsDrivers
{
    /// <summary>The system's name.</summary>
    public const string Broker = "nats";

    /// <summary>Every driver that was compiled: the wire driver, and the official client where the package feed has it.</summary>
    public static IReadOnlyList<IBrokerDriver> All { get; } =
    [
        new NatsWireDriver(),
#if CLIENT_NATS_NET
        new Official.NatsOfficialDriver(),
#endif
    ];
}
