using Genie.Brokers.Frame;
using Genie.Brokers.Ledger;
using Genie.EventStore;

namespace Genie.Workload.Grains;

/// <summary>
/// The effects of a run, read from the event store: one arrival for each <see cref="PartyEvents.PartyChanged"/> of whatever version, named by the key of the
/// request that it came from. <see cref="SentLedger"/> compares them with what was sent.
/// </summary>
public static class EffectAudit
{
    /// <summary>Reads the store to its end.</summary>
    /// <param name="store">The store.</param>
    /// <param name="run">The run; other runs' events are passed over.</param>
    /// <param name="afterPosition">A position from before the run, so that older events need not be read; 0 for all.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    public static async Task<DeliveryLedger> ReadAsync(IEventStore store, ulong run, long afterPosition, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(store);
        var effects = new DeliveryLedger(run);
        await foreach (var each in store.ReadAllAsync(afterPosition, cancellationToken).ConfigureAwait(false))
        {
            if (PartyEvents.ChangeVersionOf(each.Type) is not null && each.Key is { } key && key.Run == run) effects.Record(new MessageFrame(run, key.Sender, key.Sequence, 0));
        }

        return effects;
    }
}
