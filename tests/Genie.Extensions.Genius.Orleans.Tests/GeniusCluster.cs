using Genie.Brokers;
using Genie.EventStore;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Testing;
using Genie.Geocoding;
using Genie.Grains.Orleans;
using Microsoft.Extensions.DependencyInjection;
using Orleans.Configuration;
using Orleans.TestingHost;

namespace Genie.Extensions.Genius.Orleans.Tests;

/// <summary>Silos of the test's process that process events over one store.</summary>
internal sealed class GeniusCluster : IAsyncDisposable
{
    private readonly InProcessTestCluster _cluster;

    private GeniusCluster(InProcessTestCluster cluster) => _cluster = cluster;

    public IReadOnlyList<InProcessSiloHandle> Silos => _cluster.Silos;

    public static async Task<GeniusCluster> StartAsync(short silos, IEventStore store, GeniusOptions options, IBroker? broker = null)
    {
        using (var rules = new RuleStore(store, new RuleEngine(NoAreas.Instance))) await rules.ChangeAsync(Trucks.Rules.ToList(), new RequestKey(1, 1, 1), CancellationToken.None);
        var builder = new InProcessTestClusterBuilder(silos);
        builder.Options.ConfigureFileLogging = false;
        builder.ConfigureSilo((_, silo) =>
        {
            silo.Services.AddSingleton(store).AddSingleton<IReverseGeocoder>(NoAreas.Instance);
            if (broker is not null) silo.Services.AddSingleton(broker);
            GeniusSilo.AddGeniusGrains(silo);
            silo.Services.AddGenius(_ => options);

            // What went down with its silo is not waited for longer than a test needs.
            silo.Configure<SiloMessagingOptions>(static each => each.ResponseTimeout = TimeSpan.FromSeconds(10));
        });
        var cluster = builder.Build();
        await cluster.DeployAsync();
        return new GeniusCluster(cluster);
    }

    public static T Get<T>(InProcessSiloHandle silo)
        where T : notnull => silo.ServiceProvider.GetRequiredService<T>();

    public GeniusProcessor Processor(int silo) => Get<GeniusProcessor>(Silos[silo]);

    public long LiveGrains => Silos.Sum(static silo => Get<SiloGrains>(silo).LiveGrains);

    public Task KillAsync(InProcessSiloHandle silo) => _cluster.KillSiloAsync(silo);

    public Task StartAnotherAsync() => _cluster.StartAdditionalSiloAsync();

    /// <summary>Ends all without ceremony: a graceful end takes seconds a silo.</summary>
    public async ValueTask DisposeAsync()
    {
        foreach (var silo in _cluster.Silos.ToArray()) await _cluster.KillSiloAsync(silo);
        await _cluster.DisposeAsync();
    }
}
