using Genie.Brokers.Drivers;
using NetMQ;

namespace Genie.Brokers.ZeroMQ.Official;

/// <summary>NetMQ, the ZeroMQ community's library for .NET. Its messages are those of the wire driver: the two understand each other.</summary>
public sealed class NetMQDriver : IBrokerDriver
{
    internal static string Version { get; } = $"NetMQ {typeof(NetMQPoller).Assembly.GetName().Version?.ToString(4)}";

    /// <inheritdoc/>
    public string Broker => ZeroMQDrivers.Name;

    /// <inheritdoc/>
    public string Client => "official";

    /// <inheritdoc/>
    public string ClientVersion => Version;

    /// <inheritdoc/>
    public bool InProcess => false;

    /// <inheritdoc/>
    public GuaranteeCard Guarantees => ZeroMQDrivers.Guarantees with
    {
        Confirmation = "Buffered: NetMQ's own queue below the high-water mark has the message. ZeroMQ has no acknowledgement, and NetMQ cannot tell when the bytes left the process.",
    };

    /// <inheritdoc/>
    public Type OptionsType => typeof(ZeroMQOptions);

    /// <inheritdoc/>
    public IBroker Create(object options) => new NetMQBroker((ZeroMQOptions)options);
}
