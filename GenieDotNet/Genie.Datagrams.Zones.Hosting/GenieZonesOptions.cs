using System.Net;

namespace Genie.Datagrams.Zones.Hosting;

/// <summary>The zone server of a host, and its endpoint. Checked when the host starts.</summary>
public sealed class GenieZonesOptions
{
    /// <summary>The address to bind. One that stands for all of the machine needs a <see cref="PublicAddress"/> beside it.</summary>
    public IPAddress Address { get; set; } = IPAddress.Any;

    /// <summary>The port to bind; 0 is any, which <see cref="GenieZoneServer.LocalEndPoint"/> then tells.</summary>
    public int Port { get; set; }

    /// <summary>UDP, or TCP with the same zones; the same for all servers of a world.</summary>
    public DatagramTransport Transport { get; set; } = DatagramTransport.Udp;

    /// <summary>Another transport in place of <see cref="Transport"/>, such as LiteNetLib's; null: that one, or that of <see cref="Datagrams"/>.</summary>
    public IDatagramTransportFactory? TransportFactory { get; set; }

    /// <summary>Connections at once, of clients and of other servers; further ones are refused.</summary>
    public int MaxConnections { get; set; } = int.MaxValue;

    /// <summary>Encryption and this server's identity; null: in the clear.</summary>
    public DatagramSecurity? Security { get; set; }

    /// <summary>All other settings of the endpoint; the ones above win.</summary>
    public DatagramOptions Datagrams { get; set; } = new();

    /// <summary>See <see cref="ZoneServerOptions.ServerKey"/>: the same for all servers of a world, at least <see cref="ZoneServerOptions.MinServerKeyBytes"/>.</summary>
    public ReadOnlyMemory<byte> ServerKey { get; set; }

    /// <summary>The server's name, one of its own for each run; null: a random one.</summary>
    public string? Name { get; set; }

    /// <summary>Where clients and other servers reach this one; null: where the endpoint is bound. Port 0 is that of the endpoint.</summary>
    public IPEndPoint? PublicAddress { get; set; }

    /// <summary>All other settings of the server, as how often its lease is renewed; the ones above win.</summary>
    public ZoneServerOptions Zones { get; set; } = new() { ServerKey = default };

    /// <summary>Called before the endpoint opens, with the host's services: declares further services on <see cref="ZoneServer.Peer"/>.</summary>
    public Action<IServiceProvider, ZoneServer>? Opening { get; set; }

    internal ReadOnlyMemory<byte> Key => ServerKey.IsEmpty ? Zones.ServerKey : ServerKey;

    internal bool HasPublicAddress => PublicAddress is not null || Zones.PublicAddress is not null || !(Address.Equals(IPAddress.Any) || Address.Equals(IPAddress.IPv6Any));

    internal DatagramOptions ToDatagramOptions() => Datagrams with { Transport = Transport, TransportFactory = TransportFactory ?? Datagrams.TransportFactory, MaxConnections = MaxConnections, Security = Security ?? Datagrams.Security };

    internal ZoneServerOptions ToServerOptions() => Zones with { ServerKey = Key, Name = Name ?? Zones.Name };
}
