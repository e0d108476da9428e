using Genie.Brokers.Drivers;

namespace Genie.Brokers.Orleans;

/// <summary>The driver for Microsoft Orleans. There is none without its packages: what goes over its links is its own affair.</summary>
public static class OrleansDrivers
{
    internal const string Name = "orleans";

    /// <summary>Every driver that was compiled.</summary>
    public static IReadOnlyList<IBrokerDriver> All { get; } = [new Official.OrleansDriver()];
}
