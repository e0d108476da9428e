using Genie.EventStore;
using Genie.Workload.Grains;

namespace Genie.Benchmarks.Load.Silos.Faults;

/// <summary>Which versions of parties' events are in a store.</summary>
internal static class WrittenVersions
{
    /// <summary>Waits until an event of a version was written after a position.</summary>
    public static async Task UntilAsync(int version, IEventStore store, long position, CancellationToken cancellationToken)
    {
        await foreach (var each in store.SubscribeAsync(position, cancellationToken).ConfigureAwait(false))
        {
            if (PartyEvents.ChangeVersionOf(each.Type) == version) return;
        }
    }
}
