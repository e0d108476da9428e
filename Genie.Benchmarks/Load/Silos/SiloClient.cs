using System.Net;
using Genie.Grains;
using Genie.Grains.Orleans;
using Genie.Grains.Orleans.PostgreSql;
using Genie.Workload.Grains;
using Genie.Workload.Grains.Orleans;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Orleans.Configuration;

namespace Genie.Benchmarks.Load.Silos;

/// <summary>A client of a cluster of silos, which calls the parties' grains wherever they are.</summary>
internal sealed class SiloClient : IAsyncDisposable
{
    private static readonly TimeSpan StopTimeout = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan GatewayRefresh = TimeSpan.FromSeconds(1);

    private readonly IHost _host;

    private SiloClient(IHost host) => _host = host;

    /// <summary>The parties' grains.</summary>
    public IGrainKind<PartyCommand, ReadOnlyMemory<byte>> Parties => _host.Services.GetRequiredService<IGrainFactory>().GetPartyGrains();

    /// <summary>Connects.</summary>
    /// <param name="silos">The cluster's silos, as far as they are known; with clustering by a database, one is enough.</param>
    /// <param name="responseTimeout">An answer that went down with its silo is not waited for longer.</param>
    /// <param name="gatewayRefresh">How often it looks for silos that have come; null for each second.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="GrainException">The cluster was not reached.</exception>
    public static async Task<SiloClient> ConnectAsync(IReadOnlyList<SiloChoice> silos, TimeSpan responseTimeout, TimeSpan? gatewayRefresh, CancellationToken cancellationToken)
    {
        var host = Host.CreateApplicationBuilder(new HostApplicationBuilderSettings { DisableDefaults = true });
        host.UseOrleansClient(client =>
        {
            Find(client, silos);
            client.Configure<ClientMessagingOptions>(options => options.ResponseTimeout = responseTimeout);
            client.Configure<GatewayOptions>(options => options.GatewayListRefreshPeriod = gatewayRefresh ?? GatewayRefresh);
            client.AddGrainKinds();
        });
        var built = host.Build();
        try
        {
            await built.StartAsync(cancellationToken).ConfigureAwait(false);
            return new SiloClient(built);
        }
        catch (Exception error) when (error is not OperationCanceledException)
        {
            built.Dispose();
            throw new GrainException($"The silos were not reached: {error.Message}", isTransient: true, error);
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        // A client that has lost its silos waits for them.
        using var timeout = new CancellationTokenSource(StopTimeout);
        await _host.StopAsync(timeout.Token).WaitAsync(StopTimeout, CancellationToken.None).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _host.Dispose();
    }

    private static void Find(IClientBuilder client, IReadOnlyList<SiloChoice> silos)
    {
        var cluster = silos[0];
        if (cluster.Clustering == ClusterKinds.Localhost)
        {
            client.UseStaticClustering([.. silos.Select(silo => new IPEndPoint(IPAddress.Loopback, silo.GatewayPort))]);
        }
        else if (cluster.Clustering == ClusterKinds.Postgres)
        {
            client.UsePostgreSqlCluster(cluster.Connection);
        }
        else
        {
            client.UseRedisClustering(cluster.Connection);
        }

        client.Configure<ClusterOptions>(options => (options.ClusterId, options.ServiceId) = (cluster.ClusterId, cluster.ServiceId));
    }
}
