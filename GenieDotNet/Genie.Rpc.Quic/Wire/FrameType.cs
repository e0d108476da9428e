namespace Genie.Rpc.Quic;

/// <summary>The first byte of a frame (docs/rpc-quic.md).</summary>
internal enum FrameType : byte
{
    /// <summary>Caller: the head of a call, with its argument if it has one.</summary>
    Call = 1,

    /// <summary>Answer: the call ended well and has no result, or its stream of results is complete. No body.</summary>
    Done = 2,

    /// <summary>Answer: the call ended well; the body is its result.</summary>
    Result = 3,

    /// <summary>Either side: one element of a stream.</summary>
    Item = 4,

    /// <summary>Answer: the call failed.</summary>
    Error = 5,

    /// <summary>Answer: what follows on the stream is the application's, in both directions. No body.</summary>
    Accepted = 6,

    /// <summary>Answerer: it reads no further call from the stream, and has taken none that is not answered before this. No body.</summary>
    Refused = 7,
}
