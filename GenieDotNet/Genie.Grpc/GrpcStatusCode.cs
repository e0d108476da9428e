namespace Genie.Grpc;

/// <summary>How a call ended; names and numbers as in gRPC's doc/statuscodes.md.</summary>
public enum GrpcStatusCode
{
    /// <summary>Success.</summary>
    Ok = 0,

    /// <summary>Cancelled, usually by the caller.</summary>
    Cancelled = 1,

    /// <summary>An error that says no more; so are those that a handler did not foresee.</summary>
    Unknown = 2,

    /// <summary>The request is wrong whatever the state of the system.</summary>
    InvalidArgument = 3,

    /// <summary>The deadline passed first; the effect may have happened.</summary>
    DeadlineExceeded = 4,

    /// <summary>What was asked for does not exist.</summary>
    NotFound = 5,

    /// <summary>What was to be made exists.</summary>
    AlreadyExists = 6,

    /// <summary>The caller is known and may not.</summary>
    PermissionDenied = 7,

    /// <summary>A quota, a size or a space is used up.</summary>
    ResourceExhausted = 8,

    /// <summary>The system's state forbids it; the same call fails until that is changed.</summary>
    FailedPrecondition = 9,

    /// <summary>Lost to a concurrent change; begin again from further up.</summary>
    Aborted = 10,

    /// <summary>Beyond the valid range.</summary>
    OutOfRange = 11,

    /// <summary>No such method, or it does not do this.</summary>
    Unimplemented = 12,

    /// <summary>Something that must hold does not.</summary>
    Internal = 13,

    /// <summary>Not now; the same call may succeed later.</summary>
    Unavailable = 14,

    /// <summary>Data was lost for good.</summary>
    DataLoss = 15,

    /// <summary>The caller is not known.</summary>
    Unauthenticated = 16,
}
