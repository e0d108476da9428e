namespace Genie.Datagrams.Rpc;

/// <summary>What the transport promises for a method's calls; without it they are reliable and in the order of channel 0. An answer goes by the same mode and channel as its request.</summary>
/// <param name="mode">The mode. Methods with a result are reliable.</param>
[AttributeUsage(AttributeTargets.Method)]
public sealed class DeliveryAttribute(DeliveryMode mode) : Attribute
{
    /// <summary>The mode.</summary>
    public DeliveryMode Mode { get; } = mode;

    /// <summary>The channel: order, and latest wins, hold for each channel apart.</summary>
    public byte Channel { get; init; }
}
