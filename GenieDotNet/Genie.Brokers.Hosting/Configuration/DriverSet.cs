using Genie.Brokers.Drivers;

namespace Genie.Brokers.Hosting.Configuration;

/// <summary>Drivers that were registered together.</summary>
internal sealed record DriverSet(IReadOnlyList<IBrokerDriver> Drivers);
