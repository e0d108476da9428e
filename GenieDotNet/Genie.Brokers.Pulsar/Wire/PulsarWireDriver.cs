using Genie.Brokers.Drivers;

namespace Genie.Brokers.Pulsar.Wire;

/// <summary>Pulsar without a client package.</summary>
internal sealed class PulsarWireDriver : IBrokerDriver
{
    public const string ClientName = "wire";

    public string Broker => PulsarDrivers.Broker;

    public string Client => ClientName;

    public string ClientVersion { get; } = ClientLibrary.OfWireDriver<PulsarWireDriver>();

    public bool InProcess => false;

    public GuaranteeCard Guarantees => PulsarGuarantees.Card;

    public AllocationBounds Allocations => AllocationBounds.Pooled;

    public Type OptionsType => typeof(PulsarOptions);

    public IBroker Create(object options) => new PulsarWireBroker((PulsarOptions)options, ClientVersion);
}
