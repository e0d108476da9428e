using Genie.Brokers.Drivers;

namespace Genie.Brokers.ActiveMQ.Wire;

/// <summary>ActiveMQ without a client package.</summary>
internal sealed class ActiveMQWireDriver : IBrokerDriver
{
    public const string ClientName = "wire";

    public string Broker => ActiveMQDrivers.Broker;

    public string Client => ClientName;

    public string ClientVersion { get; } = ClientLibrary.OfWireDriver<ActiveMQWireDriver>();

    public bool InProcess => false;

    public GuaranteeCard Guarantees => ActiveMQGuarantees.Card;

    public AllocationBounds Allocations => AllocationBounds.Pooled;

    public Type OptionsType => typeof(ActiveMQOptions);

    public IBroker Create(object options) => new ActiveMQWireBroker((ActiveMQOptions)options, ClientVersion);
}
