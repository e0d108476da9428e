using Genie.Brokers.Drivers;

namespace Genie.Brokers.ActiveMQ.Official;

/// <summary>ActiveMQ through Apache.NMS.ActiveMQ: OpenWire.</summary>
internal sealed class ActiveMQOfficialDriver() : BrokerDriver<ActiveMQOptions>(Description)
{
    // The library makes buffers and locks for each message: 11 KiB to send and receive one, twice that for a request. To
    // acknowledge one it makes 144 bytes for each that waits, see ActiveMQOfficialListener: up to 10 KiB.
    public static DriverDescription Description { get; } = DriverDescription.OfPackage<ActiveMQOfficialDriver>(
        ActiveMQDrivers.Broker,
        "Apache.NMS.ActiveMQ",
        ActiveMQGuarantees.Card with
        {
            CompetingConsumers = "All listeners of the queue share it, whatever their group; each message is acknowledged by itself after it was handled. "
                + "A message whose handler threw and that wanted no answer is not acknowledged and delivered again by the same listener; when that ends, by another. The library cannot refuse a message: one that is given up is acknowledged.",
        },
        new AllocationBounds(40 * 1024, 24 * 1024));

    /// <inheritdoc/>
    public override IBroker Create(ActiveMQOptions options) => new ActiveMQOfficialBroker(options);
}
