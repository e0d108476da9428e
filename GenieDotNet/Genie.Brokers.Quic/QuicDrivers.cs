using Genie.Brokers.Drivers;

namespace Genie.Brokers.Quic;

/// <summary>The drivers of this project.</summary>
public static class QuicDrivers
{
    /// <summary>All that were compiled.</summary>
    public static IReadOnlyList<IBrokerDriver> All { get; } = [new QuicDriver()];

    internal const string Name = "quic";
}
