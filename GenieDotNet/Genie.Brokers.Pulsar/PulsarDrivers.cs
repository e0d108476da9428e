using Genie.Brokers.Drivers;
using Genie.Brokers.Pulsar.Wire;

namespace Genie.Brokers.Pulsar;

/// <summary>The drivers for Apache Pulsar.</summary>
public static class PulsarDrivers
{
    /// <summary>The system's name.</summary>
    public const string Broker = "pulsar";

    /// <summary>Every driver that was compiled: the wire driver, and the client libraries that a package source has.</summary>
    public static IReadOnlyList<IBrokerDriver> All { get; } =
    [
        new PulsarWireDriver(),
#if CLIENT_PULSAR_CLIENT
        new Official.PulsarOfficialDriver(),
#endif
#if CLIENT_DOTPULSAR
        new Apache.DotPulsarDriver(),
#endif
    ];
}
