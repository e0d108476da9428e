namespace Genie.Brokers.Peers;

/// <summary>What a frame is.</summary>
internal enum PeerFrameKind : byte
{
    /// <summary>From the client: a message that wants no answer. Its number is 0.</summary>
    Message = 1,

    /// <summary>From the client: a message that wants an answer; its number is the correlation.</summary>
    Request = 2,

    /// <summary>From the client: asks for <see cref="Flushed"/> of the same number, once everything before it was taken.</summary>
    Flush = 3,

    /// <summary>From the listener's side: the answer in its envelope; the number is the request's.</summary>
    Answer = 4,

    /// <summary>From the listener's side: nobody listens on the channel; the number is the request's.</summary>
    Unroutable = 5,

    /// <summary>From the listener's side: everything before the <see cref="Flush"/> of this number was taken.</summary>
    Flushed = 6,
}
