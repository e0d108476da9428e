namespace Genie.Brokers.Ledger;

/// <summary>Which requests must have taken effect; the others may have.</summary>
[Flags]
public enum EffectDuty
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>Those that were confirmed or answered. Not where a confirmation only says that a message left this process.</summary>
    Confirmed = 1,

    /// <summary>Those that reached a handler. Not where the sender is notified that the handler failed.</summary>
    Delivered = 2,
}
