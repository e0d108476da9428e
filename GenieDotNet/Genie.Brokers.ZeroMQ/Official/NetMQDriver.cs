using Genie.Brokers.Drivers;

namespace Genie.Brokers.ZeroMQ.Official;

/// <summary>NetMQ, the ZeroMQ community's library for .NET. Its messages are those of the wire driver: the two understand each other.</summary>
internal sealed class NetMQDriver() : BrokerDriver<ZeroMQOptions>(Description)
{
    // NetMQ makes an array and a counter for each frame, at both ends.
    public static DriverDescription Description { get; } =
        DriverDescription.OfPackage<NetMQDriver>(ZeroMQDrivers.Name, "NetMQ", ZeroMQGuarantees.Official, new AllocationBounds(4096, 2048));

    /// <inheritdoc/>
    public override IBroker Create(ZeroMQOptions options) => new NetMQBroker(options);
}
