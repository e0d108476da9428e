using System.Net;
using Genie.Benchmarks.Load.Silos;
using Genie.Brokers;
using Genie.EventStore;
using Genie.Extensions.Genius.Orleans;
using Genie.Grains;
using Genie.Grains.Orleans.PostgreSql;
using Genie.Servers;
using Microsoft.Extensions.Hosting;
using Orleans.Configuration;

namespace Genie.Benchmarks.Commands.Genius;

/// <summary>The server as one of several that share its database: a silo of Microsoft Orleans, which finds the others there.</summary>
internal sealed class SiloSettings
{
    /// <summary>Where the others reach it: an address of this machine, and a port.</summary>
    public string Address { get; set; } = "127.0.0.1:11111";

    /// <summary>Servers of one name are one cluster.</summary>
    public string ClusterId { get; set; } = "genius";

    /// <summary>A server that leaves three probes unanswered for this long is taken for dead.</summary>
    public TimeSpan ProbeTimeout { get; set; } = TimeSpan.FromSeconds(5);

    /// <summary>How often a server writes down that it lives; one that starts does not wait for those that missed three times.</summary>
    public TimeSpan AliveInterval { get; set; } = TimeSpan.FromSeconds(30);

    /// <summary>How often a server reads who the members are; so long may one that was declared dead while it stood still go on.</summary>
    public TimeSpan TableRefresh { get; set; } = TimeSpan.FromMinutes(1);

    /// <summary>A call to another server without an answer for this long is an error, and may be made again.</summary>
    public TimeSpan ResponseTimeout { get; set; } = TimeSpan.FromSeconds(30);

    private IPEndPoint EndPoint => GeniusSettings.AddressOf("Silo.Address", Address);

    /// <summary>Refuses what makes no sense.</summary>
    /// <exception cref="BadArgumentException">Something does not.</exception>
    public void Check(string? database)
    {
        if (database is null) throw new BadArgumentException("Silo needs a Database: servers that share their events share a PostgreSQL.");
        if (EndPoint.Port == 0 || EndPoint.Address.Equals(IPAddress.Any) || EndPoint.Address.Equals(IPAddress.IPv6Any)) throw new BadArgumentException("Silo.Address: the others need the address and the port by which they reach this server.");
        if (ClusterId.Length == 0) throw new BadArgumentException("Silo.ClusterId is the name of the cluster.");
        foreach (var (name, time) in new[] { (nameof(ProbeTimeout), ProbeTimeout), (nameof(AliveInterval), AliveInterval), (nameof(TableRefresh), TableRefresh), (nameof(ResponseTimeout), ResponseTimeout) })
        {
            if (time <= TimeSpan.Zero) throw new BadArgumentException($"Silo.{name} is a time, as 00:00:05.");
        }
    }

    /// <summary>Starts a host that is a silo; creates the cluster's tables first, where they are missing.</summary>
    /// <exception cref="GrainException">The cluster cannot be joined, or the port is taken.</exception>
    public async Task StartAsync(IHost host, string database, CancellationToken cancellationToken)
    {
        // Orleans lets two silos bind one port (SO_REUSEPORT), and each would have some of the links.
        if (!Ports.CanListen(EndPoint.Address, EndPoint.Port)) throw new GrainException($"Silo.Address: {Address} is taken, or no address of this machine.", isTransient: false);
        await PostgreSqlCluster.CreateTablesAsync(database, cancellationToken).ConfigureAwait(false);
        try
        {
            await host.StartAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (error is not (OperationCanceledException or BrokerException or EventStoreException or IOException))
        {
            // Orleans throws what the provider or the socket did.
            throw new GrainException($"The server did not become one of the cluster '{ClusterId}': {error.Message}", isTransient: true, error);
        }
    }

    /// <summary>Makes a host a silo, before Genius is added.</summary>
    public void AddTo(IHostApplicationBuilder host, string database)
    {
        SiloHost.AddFilters(host.Logging);
        host.AddGeniusSilo(silo => Configure(silo, database));
    }

    private void Configure(ISiloBuilder silo, string database)
    {
        silo.Configure<ClusterOptions>(options => (options.ClusterId, options.ServiceId) = (ClusterId, ClusterId));
        silo.Configure<ClusterMembershipOptions>(options => (options.ProbeTimeout, options.IAmAliveTablePublishTimeout, options.TableRefreshTimeout) = (ProbeTimeout, AliveInterval, TableRefresh));
        silo.Configure<SiloMessagingOptions>(options => options.ResponseTimeout = ResponseTimeout);

        // Callers come by gRPC and the broker: there is no gateway.
        silo.ConfigureEndpoints(EndPoint.Address, EndPoint.Port, gatewayPort: 0);
        silo.UsePostgreSqlCluster(database);
    }
}
