using System.Net;
using Genie.Benchmarks.Load.Faults;
using Genie.Servers;

namespace Genie.Benchmarks.Load.Silos.Faults;

/// <summary>Silos in processes of their own that find each other in a database.</summary>
/// <param name="workload">Their store and maps.</param>
/// <param name="cluster">What they have in common; their ports are their own.</param>
/// <param name="links">What lies between them; null for nothing.</param>
internal sealed class SiloCluster(WorkloadChoice workload, SiloChoice cluster, SiloLinks? links) : ProcessGroup<SiloProcess>
{
    /// <summary>What lies between them.</summary>
    public SiloLinks? Links => links;

    /// <summary>Starts one more, at ports of its own or those of one that has ended.</summary>
    public Task<SiloProcess> StartAsync(SiloChoice? predecessor, CancellationToken cancellationToken)
    {
        var choice = predecessor ?? cluster with { SiloPort = Ports.PickFree(), GatewayPort = Ports.PickFree() };
        if (links is not null) choice = links.Lead(choice with { GatewayPort = Ports.PickFree() });
        return StartAsync(token => SiloProcess.StartAsync(choice, workload, processor: null, token), cancellationToken);
    }

    /// <summary>Starts one more, of another release.</summary>
    public Task<SiloProcess> StartAsync(int eventVersion, int eventVersionMax, CancellationToken cancellationToken) => StartAsync(
        cluster with { SiloPort = Ports.PickFree(), GatewayPort = Ports.PickFree(), EventVersion = eventVersion, EventVersionMax = eventVersionMax }, cancellationToken);

    /// <summary>Starts so many.</summary>
    public Task StartManyAsync(int count, CancellationToken cancellationToken) => Task.WhenAll(Enumerable.Range(0, count).Select(_ => StartAsync(null, cancellationToken)));

    /// <summary>What is common to silos of a new cluster in a database.</summary>
    public static SiloChoice Common(string connection, TimeSpan probeTimeout, TimeSpan tableInterval) => new()
    {
        Clustering = ClusterKinds.Postgres,
        Connection = connection,
        ClusterId = $"genie-{Guid.NewGuid():N}",
        ServiceId = "genie",
        Address = IPAddress.Loopback,
        SiloPort = 0,
        GatewayPort = 0,
        ProbeTimeout = probeTimeout,
        AliveInterval = tableInterval,
        TableRefresh = tableInterval,
    };

    /// <inheritdoc/>
    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync().ConfigureAwait(false);
        if (links is not null) await links.DisposeAsync().ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override Task ReplaceAsync(SiloProcess ended, CancellationToken cancellationToken) => StartAsync(ended.Choice, cancellationToken);

    /// <inheritdoc/>
    protected override async Task OnEndedAsync(SiloProcess process)
    {
        if (links is not null) await links.RemoveAsync(process.Choice).ConfigureAwait(false);
    }
}
