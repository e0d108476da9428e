namespace Genie.Brokers.Aeron.Client;

/// <summary>What became of a message that was offered to a publication.</summary>
internal enum OfferOutcome
{
    /// <summary>It is in the log.</summary>
    Sent,

    /// <summary>The receivers are behind, or the log turns to its next term: offer it again.</summary>
    Refused,

    /// <summary>Nobody receives, or the publication is not open yet.</summary>
    NotConnected,

    /// <summary>The publication was closed, or has no position left.</summary>
    Ended,
}
