using Genie.Brokers.Drivers;

namespace Genie.Brokers.ActiveMQ.Official;

/// <summary>ActiveMQ through Apache.NMS.ActiveMQ: OpenWire.</summary>
internal sealed class ActiveMQOfficialDriver : IBrokerDriver
{
    public const string ClientName = "official";

    public string Broker => ActiveMQDrivers.Broker;

    public string Client => ClientName;

    public string ClientVersion { get; } = ClientLibrary.OfPackage<ActiveMQOfficialDriver>("Apache.NMS.ActiveMQ");

    public bool InProcess => false;

    public GuaranteeCard Guarantees { get; } = ActiveMQGuarantees.Card with
    {
        CompetingConsumers = "All listeners of the queue share it, whatever their group; each message is acknowledged by itself after it was handled. "
            + "A message whose handler threw and that wanted no answer is not acknowledged and delivered again by the same listener; when that ends, by another. The library cannot refuse a message: one that is given up is acknowledged.",
    };

    // The library makes buffers and locks for each message: 11 KiB to send and receive one, twice that for a request. To
    // acknowledge one it makes 144 bytes for each that waits, see ActiveMQOfficialListener: up to 10 KiB.
    public AllocationBounds Allocations { get; } = new(40 * 1024, 24 * 1024);

    public Type OptionsType => typeof(ActiveMQOptions);

    public IBroker Create(object options) => new ActiveMQOfficialBroker((ActiveMQOptions)options, ClientVersion);
}
