using Genie.Brokers.Aeron.Messaging;
using Genie.Brokers.Drivers;

namespace Genie.Brokers.Aeron.Wire;

/// <summary>Aeron without a library: the client's side of the shared memory, as the media driver of 1.51 expects it.</summary>
internal sealed class AeronWireDriver() : BrokerDriver<AeronOptions>(Description)
{
    public static DriverDescription Description { get; } = DriverDescription.OfWire<AeronWireDriver>(AeronDrivers.Name, AeronGuarantees.Card);

    /// <inheritdoc/>
    public override IBroker Create(AeronOptions options) => new AeronBroker(options, Description, static (cnc, _, _) => new WireClient(cnc));
}
