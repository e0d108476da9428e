using Genie.Brokers.Aeron.Messaging;
using Genie.Brokers.Drivers;

namespace Genie.Brokers.Aeron.Wire;

/// <summary>Aeron without a library: the client's side of the shared memory, as the media driver of 1.51 expects it.</summary>
internal sealed class AeronWireDriver : IBrokerDriver
{
    /// <inheritdoc/>
    public string Broker => AeronDrivers.Name;

    /// <inheritdoc/>
    public string Client => "wire";

    /// <inheritdoc/>
    public string ClientVersion { get; } = ClientLibrary.OfWireDriver<AeronWireDriver>();

    /// <inheritdoc/>
    public bool InProcess => false;

    /// <inheritdoc/>
    public GuaranteeCard Guarantees => AeronGuarantees.Card;

    /// <inheritdoc/>
    public AllocationBounds Allocations => AllocationBounds.Pooled;

    /// <inheritdoc/>
    public Type OptionsType => typeof(AeronOptions);

    /// <inheritdoc/>
    public IBroker Create(object options) => new AeronBroker((AeronOptions)options, this, static (cnc, _, _) => new WireClient(cnc));
}
