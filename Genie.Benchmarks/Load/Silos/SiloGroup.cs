using System.Net;
using Genie.Grains;
using Genie.Servers;

namespace Genie.Benchmarks.Load.Silos;

/// <summary>Silos of one cluster on this machine, each a process of its own. They find each other in the first one's memory.</summary>
internal sealed class SiloGroup : IAsyncDisposable
{
    // No silo dies unless its machine does: what is slow to answer beside a load is not to be taken for dead.
    private static readonly TimeSpan ProbeTimeout = TimeSpan.FromSeconds(10);

    private readonly List<SiloProcess> _silos = [];

    private SiloGroup()
    {
    }

    /// <summary>The silos.</summary>
    public IReadOnlyList<SiloChoice> Silos => [.. _silos.Select(silo => silo.Choice)];

    /// <summary>Starts them; when the task completes, all host grains.</summary>
    /// <param name="count">How many.</param>
    /// <param name="isPinned">True to give each one processor of its own, the last ones of the machine.</param>
    /// <param name="workload">Their store and maps.</param>
    /// <param name="cancellationToken">Abandons it; what was started is ended.</param>
    /// <exception cref="GrainException">One did not start.</exception>
    public static async Task<SiloGroup> StartAsync(int count, bool isPinned, WorkloadChoice workload, CancellationToken cancellationToken)
    {
        var group = new SiloGroup();
        try
        {
            var first = Choice(Guid.NewGuid().ToString("N"), null);
            await group.StartAsync(first, 0, isPinned, workload, cancellationToken).ConfigureAwait(false);
            await Task.WhenAll(Enumerable.Range(1, count - 1).Select(i => group.StartAsync(Choice(first.ClusterId, first.SiloPort), i, isPinned, workload, cancellationToken))).ConfigureAwait(false);
            return group;
        }
        catch
        {
            await group.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        SiloProcess[] silos;
        lock (_silos) silos = [.. _silos];
        await Task.WhenAll(silos.Select(silo => silo.DisposeAsync().AsTask())).ConfigureAwait(false);
    }

    private async Task StartAsync(SiloChoice choice, int index, bool isPinned, WorkloadChoice workload, CancellationToken cancellationToken)
    {
        var silo = await SiloProcess.StartAsync(choice, workload, Pinning.ProcessorOf(index, isPinned), cancellationToken).ConfigureAwait(false);
        lock (_silos) _silos.Add(silo);
    }

    private static SiloChoice Choice(string clusterId, int? primaryPort) => new()
    {
        ClusterId = clusterId,
        ServiceId = "genie",
        PrimaryPort = primaryPort,
        Address = IPAddress.Loopback,
        SiloPort = Ports.PickFree(),
        GatewayPort = Ports.PickFree(),
        ProbeTimeout = ProbeTimeout,
    };
}
