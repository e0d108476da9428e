using Genie.Brokers.Drivers;

namespace Genie.Brokers.Grains;

/// <summary>The driver of this project.</summary>
public static class GrainsDrivers
{
    internal const string Name = "grains";
    internal const string Client = "wire";

    internal static readonly string ClientVersion = ClientLibrary.OfWireDriver<GrainsDriver>();

    /// <summary>Grains in this process.</summary>
    public static IReadOnlyList<IBrokerDriver> All { get; } = [new GrainsDriver()];
}
