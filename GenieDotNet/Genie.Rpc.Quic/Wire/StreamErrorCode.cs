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

    /// <summary>The rest of a frame did not come in time.</summary>
    TooSlow = 4,

    /// <summary>The side that accepts calls ended the stream and read no call that it did not answer.</summary>
    Refused = 5,

    /// <summary>The handler of a raw stream failed.</summary>
    Failed = 6,
}
