using System.Net;
using Genie.Datagrams.Rpc.Hosting;

namespace Genie.Datagrams.Zones.Hosting;

/// <summary>The zone server of a host, and its endpoint: all servers of a world have the same transport. Checked when the host starts.</summary>
public sealed class GenieZonesOptions : GenieEndpointOptions
{
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

    internal ZoneServerOptions ToServerOptions() => Zones with { ServerKey = Key, Name = Name ?? Zones.Name };
}
