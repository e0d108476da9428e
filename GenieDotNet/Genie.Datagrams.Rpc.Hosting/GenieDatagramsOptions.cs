using System.Net;

namespace Genie.Datagrams.Rpc.Hosting;

/// <summary>The endpoint of a host. Checked when the host starts.</summary>
public sealed class GenieDatagramsOptions
{
    /// <summary>The address to bind.</summary>
    public IPAddress Address { get; set; } = IPAddress.Any;

    /// <summary>The port to bind; 0 is any, which <see cref="GenieDatagramsServer.LocalEndPoint"/> then tells.</summary>
    public int Port { get; set; }

    /// <summary>UDP, or TCP with the same services.</summary>
    public DatagramTransport Transport { get; set; } = DatagramTransport.Udp;

    /// <summary>Another transport in place of <see cref="Transport"/>, such as LiteNetLib's; null: that one, or that of <see cref="Datagrams"/>.</summary>
    public IDatagramTransportFactory? TransportFactory { get; set; }

    /// <summary>Connections at once; further ones are refused.</summary>
    public int MaxConnections { get; set; } = int.MaxValue;

    /// <summary>Encryption and this server's identity; null: in the clear.</summary>
    public DatagramSecurity? Security { get; set; }

    /// <summary>All other settings of the endpoint; the ones above win.</summary>
    public DatagramOptions Datagrams { get; set; } = new();

    /// <summary>Settings of calls.</summary>
    public RpcOptions Rpc { get; set; } = new();

    internal DatagramOptions ToDatagramOptions() => Datagrams with { Transport = Transport, TransportFactory = TransportFactory ?? Datagrams.TransportFactory, MaxConnections = MaxConnections, Security = Security ?? Datagrams.Security };
}
