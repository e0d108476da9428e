using Proto;
using Proto.Cluster;

namespace Genie.Brokers.ProtoActor.Official.Cluster;

/// <summary>How a member leaves its cluster.</summary>
internal static class ClusterLeave
{
    /// <summary>
    /// Says good-bye; where that takes longer than <paramref name="timeout"/>, leaves without. One who waits for the answer of a
    /// member that was killed would wait for ever.
    /// </summary>
    public static async Task LeaveAsync(ActorSystem system, string reason, TimeSpan timeout)
    {
        if (!await TryLeaveAsync(system, graceful: true, reason, timeout).ConfigureAwait(false))
            await TryLeaveAsync(system, graceful: false, reason, timeout).ConfigureAwait(false);
    }

    private static async Task<bool> TryLeaveAsync(ActorSystem system, bool graceful, string reason, TimeSpan timeout)
    {
        try
        {
            await Task.Run(() => system.Cluster().ShutdownAsync(graceful, reason)).WaitAsync(timeout).ConfigureAwait(false);
            return true;
        }
        catch (TimeoutException)
        {
            return false;
        }
    }
}
