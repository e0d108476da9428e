using Genie.Brokers.Drivers;

namespace Genie.Brokers.ZeroMQ.Wire;

/// <summary>ZMTP 3.1 in managed code.</summary>
public sealed class ZeroMQWireDriver : IBrokerDriver
{
    internal static string Version { get; } = $"Genie.Brokers.ZeroMQ {typeof(ZeroMQWireDriver).Assembly.GetName().Version?.ToString(3)}";

    /// <inheritdoc/>
    public string Broker => ZeroMQDrivers.Name;

    /// <inheritdoc/>
    public string Client => "wire";

    /// <inheritdoc/>
    public string ClientVersion => Version;

    /// <inheritdoc/>
    public bool InProcess => false;

    /// <inheritdoc/>
    public GuaranteeCard Guarantees => ZeroMQDrivers.Guarantees;

    /// <inheritdoc/>
    public Type OptionsType => typeof(ZeroMQOptions);

    /// <inheritdoc/>
    public IBroker Create(object options) => new ZeroMQWireBroker((ZeroMQOptions)options);
}
