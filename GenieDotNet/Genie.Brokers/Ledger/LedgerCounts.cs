namespace Genie.Brokers.Ledger;

/// <summary>What became of every message of a run. Always <c>Sent = Delivered + Lost</c>.</summary>
public sealed record LedgerCounts
{
    /// <summary>Messages handed to the driver, without those it refused to take.</summary>
    public long Sent { get; init; }

    /// <summary>Messages whose send was confirmed, or whose request was answered.</summary>
    public long Confirmed { get; init; }

    /// <summary>Different messages that reached a listener intact, each counted once.</summary>
    public long Delivered { get; init; }

    /// <summary>Sent but never delivered intact: a message that came only damaged, or to the wrong place, is lost as well.</summary>
    public long Lost { get; init; }

    /// <summary>Confirmed but never delivered: the broker broke its word.</summary>
    public long LostAfterConfirm { get; init; }

    /// <summary>Deliveries beyond a message's first, at whichever listener.</summary>
    public long Duplicated { get; init; }

    /// <summary>First deliveries of a message after a later one of the same sender had reached the same receiver.</summary>
    public long Reordered { get; init; }

    /// <summary>Messages and answers that arrived damaged.</summary>
    public long Corrupted { get; init; }

    /// <summary>Messages of another run, and answers to another request.</summary>
    public long Misrouted { get; init; }

    /// <summary>Answers that came after their request had ended.</summary>
    public long Late { get; init; }

    /// <summary>Calls that ended with an error, time-outs included, and answers that were wrong.</summary>
    public long Errors { get; init; }

    /// <summary>True if nothing at all went wrong.</summary>
    public bool IsClean => this == new LedgerCounts { Sent = Sent, Confirmed = Confirmed, Delivered = Delivered };
}
