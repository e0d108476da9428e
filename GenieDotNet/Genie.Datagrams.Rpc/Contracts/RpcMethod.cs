namespace Genie.Datagrams.Rpc;

/// <summary>A method of a service, as generated code describes it.</summary>
public sealed class RpcMethod
{
    /// <summary>Describes a method.</summary>
    /// <param name="name">The service's name and the method's, for messages of errors.</param>
    /// <param name="serviceId">The service's number, 0 to 65,535.</param>
    /// <param name="methodId">The method's number, 0 to 65,535.</param>
    /// <param name="mode">How its calls go, and its answers.</param>
    /// <param name="channel">On which channel.</param>
    /// <param name="isOneWay">True if nothing comes back.</param>
    public RpcMethod(string name, int serviceId, int methodId, DeliveryMode mode, byte channel, bool isOneWay) =>
        (Name, Id, Mode, Channel, IsOneWay) = (name, ((uint)serviceId << 16) | (ushort)methodId, mode, channel, isOneWay);

    /// <summary>The service's name and the method's.</summary>
    public string Name { get; }

    /// <summary>The service's number in the high half, the method's in the low one: what stands in messages.</summary>
    public uint Id { get; }

    /// <summary>How its calls go, and its answers.</summary>
    public DeliveryMode Mode { get; }

    /// <summary>On which channel.</summary>
    public byte Channel { get; }

    /// <summary>True if nothing comes back.</summary>
    public bool IsOneWay { get; }

    /// <inheritdoc/>
    public override string ToString() => Name;
}
