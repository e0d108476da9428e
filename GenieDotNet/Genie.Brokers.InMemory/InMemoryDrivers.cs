using Genie.Brokers.Drivers;

namespace Genie.Brokers.InMemory;

/// <summary>The drivers of this project.</summary>
public static class InMemoryDrivers
{
    /// <summary>The baseline without a broker, and the broker in memory.</summary>
    public static IReadOnlyList<IBrokerDriver> All { get; } = [new NoneDriver(), new InMemoryDriver()];
}
