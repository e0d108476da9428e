namespace Genie.Rpc.Quic;

/// <summary>A call failed. A handler throws it to give its caller a code and a message of its own.</summary>
public sealed class QuicRpcException : Exception
{
    /// <summary>Creates the error.</summary>
    /// <param name="code">Why.</param>
    /// <param name="message">What happened and what to do; a handler's reaches the caller.</param>
    /// <param name="isTransient">True if the same call may succeed later without a change.</param>
    /// <param name="innerException">The cause on this side, if there is one. It is never sent.</param>
    public QuicRpcException(QuicRpcErrorCode code, string message, bool isTransient = false, Exception? innerException = null)
        : base(message, innerException) => (Code, IsTransient) = (code, isTransient);

    /// <summary>Why the call failed.</summary>
    public QuicRpcErrorCode Code { get; }

    /// <summary>True if the same call may succeed later without anything being changed.</summary>
    public bool IsTransient { get; }

    /// <summary>True if the call was sent and no answer came: it may have run. Repeat it only if it can be repeated.</summary>
    public bool MayHaveRun { get; init; }

    /// <summary>True if the other side reported the error, false if this side found it.</summary>
    public bool IsRemote { get; init; }

    /// <summary>True if the other side ended the stream and said that it had not taken the call, so that the library may repeat it. An error of this code that a function throws is none.</summary>
    internal bool WasNotTaken { get; init; }
}
