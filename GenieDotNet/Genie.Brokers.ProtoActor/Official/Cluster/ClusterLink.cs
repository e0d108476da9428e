using Genie.Brokers.ProtoActor.Official.Remote;
using Proto;
using Proto.Cluster;

namespace Genie.Brokers.ProtoActor.Official.Cluster;

/// <summary>A connection's way to the grain of its stream; looked up when first needed, and again when a message met nobody.</summary>
/// <param name="client">The process's client of the cluster.</param>
/// <param name="grain">The stream's grain.</param>
/// <param name="timeout">Time for the grain's member to answer.</param>
/// <param name="disposed">Called once at the end.</param>
internal sealed class ClusterLink(ClusterClient client, ClusterIdentity grain, TimeSpan timeout, Func<ValueTask> disposed) : ActorLink(timeout)
{
    private ClusterNode? _node;

    /// <inheritdoc/>
    protected override async ValueTask<(ActorSystem System, PID Target)> FindAsync(CancellationToken cancellationToken)
    {
        var (node, target) = await client.FindAsync(grain, cancellationToken).ConfigureAwait(false);
        Volatile.Write(ref _node, node);
        return (node.System, target);
    }

    /// <inheritdoc/>
    protected override void Unregister(PID target) => _ = Volatile.Read(ref _node)!.UnregisterAsync(grain, target);

    /// <inheritdoc/>
    protected override string LossOf(PID target) => $"the member at {target.Address} is gone, or the grain is elsewhere by now";

    /// <inheritdoc/>
    protected override ValueTask DisposeCoreAsync() => disposed();
}
