namespace Genie.Rpc.Quic;

/// <summary>Why a call failed. Codes below 1,000 are the library's own; an application's are <see cref="Application"/> and above, by a cast.</summary>
public enum QuicRpcErrorCode
{
    /// <summary>The caller cancelled, or the server's token was cancelled.</summary>
    Cancelled = 1,

    /// <summary>The deadline passed before the call ended.</summary>
    DeadlineExceeded = 2,

    /// <summary>The other side has no function of this number.</summary>
    UnknownFunction = 3,

    /// <summary>The function is of another kind (unary, streaming, raw) than the call, or has another argument.</summary>
    WrongKind = 4,

    /// <summary>The argument or the result could not be deserialized, or the handler refused it.</summary>
    InvalidArgument = 5,

    /// <summary>The handler threw an exception that is not a <see cref="QuicRpcException"/>.</summary>
    Internal = 6,

    /// <summary>A message is larger than the limit of the side that sends or receives it.</summary>
    MessageTooLarge = 7,

    /// <summary>The connection could not be opened or was lost. Where the call may have run, <see cref="QuicRpcException.MayHaveRun"/> is true.</summary>
    Unavailable = 8,

    /// <summary>The bytes that arrived do not follow the protocol.</summary>
    Protocol = 9,

    /// <summary>The other side ended the stream before it read the call: it did not run.</summary>
    Refused = 10,

    /// <summary>The caller is not allowed to do this. For handlers; the library does not use it.</summary>
    PermissionDenied = 11,

    /// <summary>What was asked for does not exist. For handlers; the library does not use it.</summary>
    NotFound = 12,

    /// <summary>A limit of the application's is reached. For handlers; the library does not use it.</summary>
    ResourceExhausted = 13,

    /// <summary>One side does not trust the other's certificate: it is not the pinned one, of no trusted authority, of another name, or expired.</summary>
    Unauthenticated = 14,

    /// <summary>The first code of the application's own.</summary>
    Application = 1000,
}
