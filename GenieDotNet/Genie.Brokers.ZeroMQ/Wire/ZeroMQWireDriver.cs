using Genie.Brokers.Drivers;

namespace Genie.Brokers.ZeroMQ.Wire;

/// <summary>ZMTP 3.1 in managed code.</summary>
public sealed class ZeroMQWireDriver : IBrokerDriver
{
    internal static string Version { get; } = ClientLibrary.OfWireDriver<ZeroMQWireDriver>();

    /// <inheritdoc/>
    public string Broker => ZeroMQDrivers.Name;

    /// <inheritdoc/>
    public string Client => "wire";

    /// <inheritdoc/>
    public string ClientVersion => Version;

    /// <inheritdoc/>
    public bool InProcess => false;

    /// <inheritdoc/>
    public GuaranteeCard Guarantees => ZeroMQGuarantees.Wire;

    /// <inheritdoc/>
    public AllocationBounds Allocations => AllocationBounds.Pooled;

    /// <inheritdoc/>
    public Type OptionsType => typeof(ZeroMQOptions);

    /// <inheritdoc/>
    public IBroker Create(object options) => new ZeroMQWireBroker((ZeroMQOptions)options);
}
