namespace Genie.Datagrams;

/// <summary>What carries an endpoint's messages.</summary>
public enum DatagramTransport
{
    /// <summary>Datagrams; every <see cref="DeliveryMode"/> as it says.</summary>
    Udp,

    /// <summary>A stream for each connection; every message is reliable and in order.</summary>
    Tcp,
}
