using Genie.Brokers.Links;
using Proto.Cluster;

namespace Genie.Brokers.ProtoActor.Official.Cluster;

/// <summary>The cluster as the connections of a process see it: joined when first needed, and anew when nobody of it is left to this process.</summary>
internal sealed class ClusterClient(ProtoActorOptions options, BrokerUrl seed) : IAsyncDisposable
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);

    private readonly TimeSpan _timeoutWithMembers = 4 * (options.ConnectTimeout + options.MemberExpiration);
    private readonly Lock _lock = new();
    private Task<ClusterNode>? _node;

    /// <summary>The client and where it finds the grain.</summary>
    /// <exception cref="BrokerUnreachableException">Nobody listens at the seed node's address, or no other member is known.</exception>
    /// <exception cref="GrainUnhostedException">No member activates the grain in time.</exception>
    public async Task<(ClusterNode Node, Proto.PID Location)> FindAsync(ClusterIdentity grain, CancellationToken cancellationToken)
    {
        var joining = Join();
        var node = await joining.WaitAsync(cancellationToken).ConfigureAwait(false);
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        timeout.CancelAfter(options.ConnectTimeout);
        try
        {
            while (true)
            {
                if (await node.FindAsync(grain, timeout.Token).ConfigureAwait(false) is { } location) return (node, location);
                await Task.Delay(Pause, timeout.Token).ConfigureAwait(false);
            }
        }
        catch (OperationCanceledException error) when (!cancellationToken.IsCancellationRequested)
        {
            // Members who know of each other sort themselves out, and each who leaves and joins meanwhile makes them begin again.
            // Leaving takes its time; whoever sends must not wait for it.
            var isAlone = node.IsAlone;
            if (isAlone || node.HasFoundNothingFor(_timeoutWithMembers)) _ = LeaveAsync(joining);
            throw isAlone ? new BrokerUnreachableException(ProtoActorDrivers.Name, seed.Host, seed.Port, error) : new GrainUnhostedException(grain.Identity, options.ConnectTimeout, error);
        }
    }

    /// <summary>Leaves the cluster.</summary>
    public async ValueTask DisposeAsync()
    {
        Task<ClusterNode>? joined;
        lock (_lock) joined = _node;
        if (joined is not null) await LeaveAsync(joined).ConfigureAwait(false);
    }

    private Task<ClusterNode> Join()
    {
        lock (_lock)
        {
            if (_node is null or { IsFaulted: true }) _node = ClusterNode.JoinAsync(options, seed);
            return _node;
        }
    }

    private async Task LeaveAsync(Task<ClusterNode> joined)
    {
        lock (_lock)
        {
            if (_node != joined) return;
            _node = null;
        }

        if (joined.IsCompletedSuccessfully) await (await joined.ConfigureAwait(false)).DisposeAsync().ConfigureAwait(false);
    }
}
