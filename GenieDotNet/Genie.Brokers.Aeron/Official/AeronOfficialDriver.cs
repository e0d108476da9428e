using Genie.Brokers.Aeron.Messaging;
using Genie.Brokers.Drivers;

namespace Genie.Brokers.Aeron.Official;

/// <summary>Aeron.Client, the port of Aeron's Java client that its users know. Its messages are those of the wire driver: the two understand each other.</summary>
internal sealed class AeronOfficialDriver : IBrokerDriver
{
    /// <inheritdoc/>
    public string Broker => AeronDrivers.Name;

    /// <inheritdoc/>
    public string Client => "official";

    /// <inheritdoc/>
    public string ClientVersion { get; } = ClientLibrary.OfPackage<AeronOfficialDriver>("Aeron.Client");

    /// <inheritdoc/>
    public bool InProcess => false;

    /// <inheritdoc/>
    public GuaranteeCard Guarantees => AeronGuarantees.Card;

    /// <inheritdoc/>
    public AllocationBounds Allocations => AllocationBounds.Pooled;

    /// <inheritdoc/>
    public Type OptionsType => typeof(AeronOptions);

    /// <inheritdoc/>
    public IBroker Create(object options) =>
        new AeronBroker((AeronOptions)options, this, static (_, folder, options) => new OfficialClient(folder, options.DriverTimeout));
}
