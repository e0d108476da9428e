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
            + "The library cannot refuse a message: one whose handler threw is acknowledged too.",
    };

    // The library makes buffers and locks for each message: 11 KiB to send and receive one. To acknowledge one it compares the
    // ids of all that its consumer has not acknowledged, newest first, and boxes six numbers for each, 144 bytes: up to 36 KiB
    // where a listener that lags has 256 of them.
    public AllocationBounds Allocations { get; } = new(64 * 1024, 48 * 1024);

    public Type OptionsType => typeof(ActiveMQOptions);

    public IBroker Create(object options) => new ActiveMQOfficialBroker((ActiveMQOptions)options, ClientVersion);
}
