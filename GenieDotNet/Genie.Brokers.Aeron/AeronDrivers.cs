using Genie.Brokers.Drivers;

namespace Genie.Brokers.Aeron;

/// <summary>The drivers of this project.</summary>
public static class AeronDrivers
{
    /// <summary>All that were compiled.</summary>
    public static IReadOnlyList<IBrokerDriver> All { get; } =
    [
        new Wire.AeronWireDriver(),
#if CLIENT_AERON_CLIENT
        new Official.AeronOfficialDriver(),
#endif
    ];

    internal const string Name = "aeron";
}
