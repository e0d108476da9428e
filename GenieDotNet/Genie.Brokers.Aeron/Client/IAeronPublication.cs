namespace Genie.Brokers.Aeron.Client;

/// <summary>An exclusive publication: a log that one writer at a time appends to. Callers see to it that no two offer at once,
/// and none after it was disposed.</summary>
internal interface IAeronPublication : IDisposable
{
    /// <summary>True once the media driver made its log and somebody receives.</summary>
    bool IsConnected { get; }

    /// <summary>Why the media driver refused it, or null.</summary>
    BrokerException? Refusal { get; }

    /// <summary>True if it takes nothing any more: closed, or out of positions.</summary>
    bool IsEnded { get; }

    /// <summary>Appends a message: eight bytes, little-endian, and the body. Copies it; never waits.</summary>
    OfferOutcome Offer(ulong prefix, ReadOnlySpan<byte> body);
}
