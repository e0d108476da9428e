namespace Genie.Brokers.Encryption;

/// <summary>Why a listener refused a message. Values are part of the protocol.</summary>
public enum RefusalReason
{
    /// <summary>Of a session or prekey that the listener does not have: never, or not any more.</summary>
    UnknownSession = 1,

    /// <summary>The sender is not admitted.</summary>
    NotAdmitted = 2,

    /// <summary>Changed on the way, cut, replayed within its session, for another channel, or no message at all.</summary>
    Unreadable = 3,

    /// <summary>It was handled before, or is being handled.</summary>
    Known = 4,

    /// <summary>A later message of its connection was handled before, and the listener keeps the order.</summary>
    Overtaken = 5,

    /// <summary>Past its deadline, or older than the listener takes.</summary>
    TooOld = 6,

    /// <summary>Of a connection that the listener has forgotten to make room: whether it was handled before is unknown.</summary>
    ForgottenConnection = 7,

    /// <summary>Sent in the future, by the listener's clock.</summary>
    TooNew = 8,
}
