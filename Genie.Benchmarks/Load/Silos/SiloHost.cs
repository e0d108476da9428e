using System.Net;
using Genie.Benchmarks.Commands;
using Genie.Diagnostics;
using Genie.EventStore;
using Genie.Geocoding;
using Genie.Grains;
using Genie.Grains.Orleans.PostgreSql;
using Genie.Servers;
using Genie.Workload.Grains;
using Genie.Workload.Grains.Orleans;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Orleans.Configuration;
using Orleans.Dashboard;

namespace Genie.Benchmarks.Load.Silos;

/// <summary>Makes silos.</summary>
internal static class SiloHost
{
    // They warn of every start without the server's garbage collector, and of every graceful end.
    private static readonly string[] ChattyCategories = ["Orleans.Runtime.Silo", "Orleans.Runtime.SiloLifecycleSubject", "Orleans.Runtime.Watchdog"];

    /// <summary>A silo that is not started yet. Stopping it hands its grains over to the others.</summary>
    /// <param name="choice">Its cluster and ports.</param>
    /// <param name="store">Keeps the effects.</param>
    /// <param name="geocoder">Finds places.</param>
    /// <param name="log">What it logs to; null: the console, on standard error.</param>
    public static IHost Create(SiloChoice choice, IEventStore store, IReverseGeocoder geocoder, ILoggerProvider? log)
    {
        if (choice.DashboardPort is { } port) return SiloDashboard.Create(port, web => Configure(web, choice, store, geocoder, log));
        var host = Host.CreateApplicationBuilder(new HostApplicationBuilderSettings { DisableDefaults = true });
        Configure(host, choice, store, geocoder, log);
        return host.Build();
    }

    /// <summary>Starts it; creates the cluster's tables first, where they are missing.</summary>
    /// <exception cref="GrainException">The cluster cannot be joined, or a port is taken.</exception>
    public static async Task StartAsync(IHost silo, SiloChoice choice, CancellationToken cancellationToken)
    {
        // Orleans lets two silos bind one port (SO_REUSEPORT), and each would have some of the links.
        foreach (var port in (int[])[choice.SiloListenPort ?? choice.SiloPort, choice.GatewayPort])
        {
            if (!Ports.CanListen(choice.Address, port)) throw new GrainException($"The silo did not start: {choice.Address}:{port} is taken, or no address of this machine. Choose other ports by --silo-port and --gateway-port.", isTransient: false);
        }

        if (choice.DashboardPort is { } dashboard && !Ports.CanListen(IPAddress.Loopback, dashboard)) throw new GrainException($"The silo did not start: {dashboard} is taken. Choose another port by --dashboard.", isTransient: false);
        if (choice.Clustering == ClusterKinds.Postgres) await PostgreSqlCluster.CreateTablesAsync(choice.Connection, cancellationToken).ConfigureAwait(false);
        try
        {
            await silo.StartAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (error is not OperationCanceledException)
        {
            // Orleans throws what the provider or the socket did.
            throw new GrainException($"The silo did not start: {error.Message} Check that ports {choice.SiloPort} and {choice.GatewayPort} are free, and that the cluster's database, or its first silo, can be reached.", isTransient: true, error);
        }
    }

    /// <summary>Leaves out of a log what silos warn of at every start and end.</summary>
    public static void AddFilters(ILoggingBuilder logging)
    {
        foreach (var category in ChattyCategories) logging.AddFilter(category, LogLevel.Error);
    }

    private static void Configure(IHostApplicationBuilder host, SiloChoice choice, IEventStore store, IReverseGeocoder geocoder, ILoggerProvider? log)
    {
        host.Services.AddSingleton<IHostLifetime, CallersLifetime>();
        StreamLog.AddTo(host.Logging.SetMinimumLevel(LogLevel.Warning), log);
        AddFilters(host.Logging);
        host.UseOrleans(silo =>
        {
            Join(silo, choice);
            silo.Configure<ClusterMembershipOptions>(options =>
                (options.ProbeTimeout, options.IAmAliveTablePublishTimeout, options.TableRefreshTimeout) = (choice.ProbeTimeout, choice.AliveInterval, choice.TableRefresh));
            if (choice.DashboardPort is not null) silo.AddDashboard();
            silo.AddPartyGrains(store, geocoder, new PartyGrainOptions { EventVersion = choice.EventVersion, EventVersionMax = choice.EventVersionMax });
        });
    }

    private static void Join(ISiloBuilder silo, SiloChoice choice)
    {
        if (choice.Clustering == ClusterKinds.Localhost)
        {
            var primary = choice.PrimaryPort is { } port ? new IPEndPoint(IPAddress.Loopback, port) : null;
            silo.UseLocalhostClustering(choice.SiloPort, choice.GatewayPort, primary, choice.ServiceId, choice.ClusterId);
            return;
        }

        silo.Configure<ClusterOptions>(options => (options.ClusterId, options.ServiceId) = (choice.ClusterId, choice.ServiceId));
        silo.ConfigureEndpoints(choice.Address, choice.SiloPort, choice.GatewayPort);
        if (choice.SiloListenPort is { } listen) silo.Configure<EndpointOptions>(options => options.SiloListeningEndpoint = new IPEndPoint(choice.Address, listen));
        if (choice.Clustering == ClusterKinds.Postgres) silo.UsePostgreSqlCluster(choice.Connection);
        else silo.UseRedisClustering(choice.Connection);
    }
}
