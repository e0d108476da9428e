using Genie.Brokers.Ledger;

namespace Genie.Benchmarks.Load;

/// <summary>What became of messages that each go to several listeners.</summary>
internal static class FanOutLedger
{
    /// <summary>
    /// Counts each message that was sent and each error once, and everything that happens to a listener's copy for each listener: of 10 messages to 3 listeners, 30 can be
    /// delivered, or lost. With one listener it is <see cref="SentLedger.Settle"/>.
    /// </summary>
    /// <param name="sent">The sending side's book.</param>
    /// <param name="delivered">Each listener's.</param>
    /// <param name="late">Answers that came late.</param>
    public static LedgerCounts Settle(SentLedger sent, IReadOnlyList<DeliveryLedger> delivered, long late)
    {
        var counts = delivered.Select(each => sent.Settle(each, late)).ToArray();
        return counts[0] with
        {
            Delivered = counts.Sum(each => each.Delivered),
            Lost = counts.Sum(each => each.Lost),
            LostAfterConfirm = counts.Sum(each => each.LostAfterConfirm),
            Duplicated = counts.Sum(each => each.Duplicated),
            Reordered = counts.Sum(each => each.Reordered),
            Corrupted = counts.Sum(each => each.Corrupted),
            Misrouted = counts.Sum(each => each.Misrouted),
        };
    }
}
