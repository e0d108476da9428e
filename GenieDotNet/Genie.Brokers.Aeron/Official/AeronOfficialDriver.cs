using Genie.Brokers.Aeron.Messaging;
using Genie.Brokers.Drivers;

namespace Genie.Brokers.Aeron.Official;

/// <summary>Aeron.Client, the port of Aeron's Java client that its users know. Its messages are those of the wire driver: the two understand each other.</summary>
internal sealed class AeronOfficialDriver() : BrokerDriver<AeronOptions>(Description)
{
    public static DriverDescription Description { get; } =
        DriverDescription.OfPackage<AeronOfficialDriver>(AeronDrivers.Name, "Aeron.Client", AeronGuarantees.Card, AllocationBounds.Pooled);

    /// <inheritdoc/>
    public override IBroker Create(AeronOptions options) => new AeronBroker(options, Description, static (_, folder, options) => new OfficialClient(folder, options.DriverTimeout));
}
