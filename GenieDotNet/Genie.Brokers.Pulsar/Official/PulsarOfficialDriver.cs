using Genie.Brokers.Drivers;
using Genie.Brokers.Pulsar.Libraries;

namespace Genie.Brokers.Pulsar.Official;

/// <summary>Pulsar through Pulsar.Client.</summary>
internal sealed class PulsarOfficialDriver() : BrokerDriver<PulsarOptions>(Description)
{
    // The library makes a message, its metadata and a stream for each.
    public static DriverDescription Description { get; } = DriverDescription.OfPackage<PulsarOfficialDriver>(
        PulsarDrivers.Broker, "Pulsar.Client", PulsarGuarantees.Card, new AllocationBounds(64 * 1024, 32 * 1024));

    /// <inheritdoc/>
    public override IBroker Create(PulsarOptions options) =>
        new LibraryBroker(options, Description, "messages in batches of 1 ms, requests alone", PulsarClientLibrary.OpenAsync);
}
