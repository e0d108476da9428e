using Genie.Brokers.Drivers;

namespace Genie.Brokers.Grains;

/// <summary>The driver of this project.</summary>
public static class GrainsDrivers
{
    internal const string Name = "grains";

    /// <summary>Grains in this process.</summary>
    public static IReadOnlyList<IBrokerDriver> All { get; } = [new GrainsDriver()];
}
