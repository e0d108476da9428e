using Genie.Brokers.Drivers;

namespace Genie.Brokers.Hosting.Configuration;

/// <summary>A driver with its options record.</summary>
internal sealed record DriverSelection(IBrokerDriver Driver, object Options);
