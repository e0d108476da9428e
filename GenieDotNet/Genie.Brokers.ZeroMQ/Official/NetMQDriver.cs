using Genie.Brokers.Drivers;

namespace Genie.Brokers.ZeroMQ.Official;

/// <summary>NetMQ, the ZeroMQ community's library for .NET. Its messages are those of the wire driver: the two understand each other.</summary>
internal sealed class NetMQDriver : IBrokerDriver
{
    /// <inheritdoc/>
    public string Broker => ZeroMQDrivers.Name;

    /// <inheritdoc/>
    public string Client => "official";

    /// <inheritdoc/>
    public string ClientVersion { get; } = ClientLibrary.OfPackage<NetMQDriver>("NetMQ");

    /// <inheritdoc/>
    public bool InProcess => false;

    /// <inheritdoc/>
    public GuaranteeCard Guarantees => ZeroMQGuarantees.Official;

    // NetMQ makes an array and a counter for each frame, at both ends.
    /// <inheritdoc/>
    public AllocationBounds Allocations { get; } = new(4096, 2048);

    /// <inheritdoc/>
    public Type OptionsType => typeof(ZeroMQOptions);

    /// <inheritdoc/>
    public IBroker Create(object options) => new NetMQBroker((ZeroMQOptions)options, ClientVersion);
}
