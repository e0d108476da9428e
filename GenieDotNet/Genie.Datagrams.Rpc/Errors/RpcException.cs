namespace Genie.Datagrams.Rpc;

/// <summary>
/// A call failed. A service throws it, with a code of its own, to tell its caller what happened; of every other exception the caller learns only
/// <see cref="RpcErrorCode.Failed"/>.
/// </summary>
public sealed class RpcException : DatagramException
{
    /// <summary>An error of a service, which reaches its caller as it is.</summary>
    /// <param name="code">A number of the service's own, <see cref="RpcErrorCode.FirstOfServices"/> or above.</param>
    /// <param name="message">What happened and what to do; the caller sees up to 512 bytes of it.</param>
    /// <param name="isTransient">True if the same call may succeed later.</param>
    public RpcException(RpcErrorCode code, string message, bool isTransient = false)
        : base(message, isTransient)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan((int)code, (int)RpcErrorCode.FirstOfServices, nameof(code));
        (Code, MayHaveRun) = (code, true);
    }

    internal RpcException(RpcErrorCode code, string message, bool isTransient, bool mayHaveRun, bool isRemote = false, Exception? innerException = null)
        : base(message, isTransient, innerException) => (Code, MayHaveRun, IsRemote) = (code, mayHaveRun, isRemote);

    /// <summary>What went wrong.</summary>
    public RpcErrorCode Code { get; }

    /// <summary>True unless it is certain that the method was not called: a call that is repeated may have its effect twice then.</summary>
    public bool MayHaveRun { get; }

    /// <summary>True if the other side said so. Thrown on by a service, such an error is not passed to the service's own caller.</summary>
    public bool IsRemote { get; }
}
