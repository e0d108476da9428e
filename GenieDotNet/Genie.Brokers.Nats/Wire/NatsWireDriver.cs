using Genie.Brokers.Drivers;

namespace Genie.Brokers.Nats.Wire;

/// <summary>NATS without a client package.</summary>
internal sealed class NatsWireDriver : IBrokerDriver
{
    public string Broker => NatsDrivers.Broker;

    public string Client => "wire";

    public string ClientVersion { get; } = ClientLibrary.OfWireDriver<NatsWireDriver>();

    public bool InProcess => false;

    public GuaranteeCard Guarantees => NatsGuarantees.Card;

    public AllocationBounds Allocations => AllocationBounds.Pooled;

    public Type OptionsType => typeof(NatsOptions);

    public IBroker Create(object options) => new NatsWireBroker((NatsOptions)options, ClientVersion);
}
