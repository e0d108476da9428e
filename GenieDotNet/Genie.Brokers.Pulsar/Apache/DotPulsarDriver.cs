using Genie.Brokers.Drivers;
using Genie.Brokers.Pulsar.Libraries;

namespace Genie.Brokers.Pulsar.Apache;

/// <summary>Pulsar through DotPulsar, the library of Pulsar's own makers.</summary>
internal sealed class DotPulsarDriver() : BrokerDriver<PulsarOptions>(Description)
{
    // The library makes a message, its metadata and some tasks for each.
    public static DriverDescription Description { get; } = DriverDescription.OfPackage<DotPulsarDriver>(
        PulsarDrivers.Broker, "DotPulsar", PulsarGuarantees.Card, new AllocationBounds(64 * 1024, 32 * 1024)) with
    { Client = "dotpulsar" };

    /// <inheritdoc/>
    public override IBroker Create(PulsarOptions options) => new LibraryBroker(options, Description, "no batches", DotPulsarLibrary.OpenAsync);
}
