using Genie.Datagrams.Zones.Tests.World;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using Orleans.Configuration;
using Orleans.Storage;
using Orleans.TestingHost;

namespace Genie.Datagrams.Zones.Orleans.Tests;

/// <summary>Silos of the test's process, with a storage that is the test's.</summary>
internal sealed class ZonesCluster : IAsyncDisposable
{
    private readonly InProcessTestCluster _cluster;

    private ZonesCluster(InProcessTestCluster cluster) => _cluster = cluster;

    public IReadOnlyList<InProcessSiloHandle> Silos => _cluster.Silos;

    public IGrainFactory Grains => _cluster.Client;

    /// <summary>Silos with whatever is added to them; each index is given once.</summary>
    public static async Task<ZonesCluster> StartAsync(short silos, SharedGrainStorage storage, Action<int, ISiloBuilder> add)
    {
        var builder = new InProcessTestClusterBuilder(silos);
        builder.Options.ConfigureFileLogging = false;
        var index = -1;
        builder.ConfigureSilo((_, silo) =>
        {
            silo.Services.AddKeyedSingleton<IGrainStorage>(OrleansZones.StorageName, storage);
            silo.Configure<ClusterMembershipOptions>(static options => (options.ProbeTimeout, options.NumMissedProbesLimit, options.NumVotesForDeathDeclaration) = (TimeSpan.FromSeconds(1), 2, 1));
            add(Interlocked.Increment(ref index), silo);
        });
        var cluster = builder.Build();
        await cluster.DeployAsync();
        return new ZonesCluster(cluster);
    }

    /// <summary>Silos that have every world, with one layout and leases that only the test's clock ends.</summary>
    public static Task<ZonesCluster> StartAsync(short silos, SharedGrainStorage storage, TimeProvider time) =>
        StartAsync(silos, storage, (_, silo) => silo.Services.ConfigureAll<OrleansZonesOptions>(options => Set(options, time)));

    public static OrleansZonesOptions Options(TimeProvider time)
    {
        var options = new OrleansZonesOptions();
        Set(options, time);
        return options;
    }

    public static T Get<T>(InProcessSiloHandle silo)
        where T : notnull => silo.ServiceProvider.GetRequiredService<T>();

    public Task StopAsync(InProcessSiloHandle silo) => _cluster.StopSiloAsync(silo);

    public Task KillAsync(InProcessSiloHandle silo) => _cluster.KillSiloAsync(silo);

    /// <summary>Ends all without ceremony: a graceful end takes seconds a silo.</summary>
    public async ValueTask DisposeAsync()
    {
        foreach (var silo in _cluster.Silos.ToArray()) await _cluster.KillSiloAsync(silo);
        await _cluster.DisposeAsync();
    }

    // What a grain may take to answer is real time, which a busy machine stretches.
    private static void Set(OrleansZonesOptions options, TimeProvider time) => (options.Layout, options.LeaseTime, options.EntityTimeout, options.Time) = (FourZones.Layout, TimeSpan.FromMinutes(2), TimeSpan.FromMinutes(2), time);
}
