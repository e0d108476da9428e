namespace Genie.Rpc.Quic;

/// <summary>The application error codes of RESET_STREAM and STOP_SENDING (RFC 9000, sections 19.4 and 19.5) and of CONNECTION_CLOSE.</summary>
internal enum StreamErrorCode : long
{
    /// <summary>Nothing went wrong.</summary>
    None = 0,

    /// <summary>The call was cancelled.</summary>
    Cancelled = 1,

    /// <summary>The call's deadline passed.</summary>
    Deadline = 2,

    /// <summary>The bytes do not follow the protocol.</summary>
    Protocol = 3,

    /// <summary>The rest of a frame did not come in time, or the last answer was not taken in time.</summary>
    TooSlow = 4,

    /// <summary>The side that accepts calls reads no further one; the answers to those that it took still come, and <see cref="FrameType.Refused"/> after them.</summary>
    Refused = 5,

    /// <summary>The handler of a raw stream failed.</summary>
    Failed = 6,
}
