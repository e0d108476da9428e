using System.Net;
using Genie.Grains;
using Genie.Servers;

namespace Genie.Benchmarks.Load.Silos.Faults;

/// <summary>Silos in processes of their own that find each other in a database, come and go.</summary>
/// <param name="workload">Their store and maps.</param>
/// <param name="cluster">What they have in common; their ports are their own.</param>
/// <param name="links">What lies between them; null for nothing.</param>
internal sealed class SiloCluster(WorkloadChoice workload, SiloChoice cluster, SiloLinks? links) : IAsyncDisposable
{
    private const int AttemptsMax = 5;
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    private readonly List<SiloProcess> _silos = [];
    private int _endedByThemselves;

    /// <summary>Those that run.</summary>
    public IReadOnlyList<SiloProcess> Silos
    {
        get
        {
            lock (_silos) return [.. _silos];
        }
    }

    /// <summary>Silos so far that ended before they were told to: the others had declared them dead.</summary>
    public int EndedByThemselves => Volatile.Read(ref _endedByThemselves);

    /// <summary>What lies between them.</summary>
    public SiloLinks? Links => links;

    /// <summary>Starts one more, at ports of its own or those of one that has ended; again, as a supervisor would, if it gives up because others that are said to live do not answer it.</summary>
    public async Task<SiloProcess> StartAsync(SiloChoice? predecessor, CancellationToken cancellationToken)
    {
        var choice = predecessor ?? cluster with { SiloPort = Ports.PickFree(), GatewayPort = Ports.PickFree() };
        if (links is not null) choice = links.Lead(choice with { GatewayPort = Ports.PickFree() });
        for (var attempt = 1; ; attempt++)
        {
            try
            {
                var silo = await SiloProcess.StartAsync(choice, workload, processor: null, cancellationToken).ConfigureAwait(false);
                lock (_silos) _silos.Add(silo);
                return silo;
            }
            catch (GrainException) when (attempt < AttemptsMax)
            {
                await Task.Delay(Pause, cancellationToken).ConfigureAwait(false);
            }
        }
    }

    /// <summary>Starts one more, of another release.</summary>
    public Task<SiloProcess> StartAsync(int eventVersion, int eventVersionMax, CancellationToken cancellationToken) => StartAsync(
        cluster with { SiloPort = Ports.PickFree(), GatewayPort = Ports.PickFree(), EventVersion = eventVersion, EventVersionMax = eventVersionMax }, cancellationToken);

    /// <summary>Starts so many.</summary>
    public Task StartManyAsync(int count, CancellationToken cancellationToken) => Task.WhenAll(Enumerable.Range(0, count).Select(_ => StartAsync(null, cancellationToken)));

    /// <summary>Starts another in the place of each that has ended by itself: on a starved machine the others may take one for dead that is only slow.</summary>
    public async Task ReviveAsync(CancellationToken cancellationToken)
    {
        foreach (var ended in Silos.Where(silo => silo.Ended.IsCompleted))
        {
            await KillAsync(ended).ConfigureAwait(false);
            await StartAsync(ended.Choice, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Kills one.</summary>
    public async Task KillAsync(SiloProcess silo)
    {
        if (Remove(silo) && silo.Ended.IsCompleted) Interlocked.Increment(ref _endedByThemselves);
        await silo.DisposeAsync().ConfigureAwait(false);
        if (links is not null) await links.RemoveAsync(silo.Choice).ConfigureAwait(false);
    }

    /// <summary>Ends one as an orderly shutdown does.</summary>
    public async Task TerminateAsync(SiloProcess silo)
    {
        if (silo.Ended.IsCompleted)
        {
            await KillAsync(silo).ConfigureAwait(false);
            return;
        }

        Remove(silo);
        await silo.TerminateAsync().ConfigureAwait(false);
        await KillAsync(silo).ConfigureAwait(false);
    }

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
    public async ValueTask DisposeAsync()
    {
        await Task.WhenAll(Silos.Select(KillAsync)).ConfigureAwait(false);
        if (links is not null) await links.DisposeAsync().ConfigureAwait(false);
    }

    private bool Remove(SiloProcess silo)
    {
        lock (_silos) return _silos.Remove(silo);
    }
}
