namespace Genie.Benchmarks.Reporting.Model;

/// <summary>What became of every message, the drain after the run included: sent = delivered + lost.</summary>
public sealed record LedgerFigures
{
    /// <summary>Distinct messages given to the client library.</summary>
    public long Sent { get; set; }

    /// <summary>Of these, confirmed at the row's level.</summary>
    public long Confirmed { get; set; }

    /// <summary>Distinct messages that reached a handler.</summary>
    public long Delivered { get; set; }

    /// <summary>Sent, but never delivered.</summary>
    public long Lost { get; set; }

    /// <summary>Confirmed, but never delivered.</summary>
    public long LostAfterConfirm { get; set; }

    /// <summary>Deliveries beyond the first of a message.</summary>
    public long Duplicated { get; set; }

    /// <summary>Delivered after a later message of the same sender.</summary>
    public long Reordered { get; set; }

    /// <summary>Delivered with other bytes than were sent.</summary>
    public long Corrupted { get; set; }

    /// <summary>Answers that reached another request's sender.</summary>
    public long Misrouted { get; set; }

    /// <summary>Answers that came after their request had ended.</summary>
    public long Late { get; set; }

    /// <summary>Requests and sends that ended with an error.</summary>
    public long Errors { get; set; }

    /// <summary>All of several, each count added up.</summary>
    internal static LedgerFigures Sum(IEnumerable<LedgerFigures> each) => each.Aggregate(new LedgerFigures(), (sum, one) => new LedgerFigures
    {
        Sent = sum.Sent + one.Sent,
        Confirmed = sum.Confirmed + one.Confirmed,
        Delivered = sum.Delivered + one.Delivered,
        Lost = sum.Lost + one.Lost,
        LostAfterConfirm = sum.LostAfterConfirm + one.LostAfterConfirm,
        Duplicated = sum.Duplicated + one.Duplicated,
        Reordered = sum.Reordered + one.Reordered,
        Corrupted = sum.Corrupted + one.Corrupted,
        Misrouted = sum.Misrouted + one.Misrouted,
        Late = sum.Late + one.Late,
        Errors = sum.Errors + one.Errors,
    });
}
