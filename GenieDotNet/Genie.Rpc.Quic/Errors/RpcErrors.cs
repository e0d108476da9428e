using System.Net.Quic;
using System.Security.Authentication;

namespace Genie.Rpc.Quic;

/// <summary>The errors that this library reports, each in its words.</summary>
internal static class RpcErrors
{
    public static QuicRpcException Protocol(string what) =>
        new(QuicRpcErrorCode.Protocol, $"The other side does not keep to the protocol: {what}. Is it a Genie.Rpc.Quic peer of this version?");

    public static QuicRpcException TooLarge(long messageBytes, int limitBytes) =>
        new(QuicRpcErrorCode.MessageTooLarge, $"A message of {messageBytes:N0} bytes exceeds the limit of {limitBytes:N0}. Send less, stream it, or raise QuicRpcOptions.MaxMessageBytes on both sides.");

    public static QuicRpcException Deadline(TimeSpan timeout, bool wasSent) =>
        new(QuicRpcErrorCode.DeadlineExceeded, $"The call did not end within {timeout.TotalSeconds:0.###} s.", isTransient: true) { MayHaveRun = wasSent };

    public static QuicRpcException WrongKind(ushort function, CallKind called, CallKind registered) =>
        new(QuicRpcErrorCode.WrongKind, $"Function {Name(function)} is {registered}, and the call is {called}. Client and server must be of one definition.");

    public static QuicRpcException Unknown(ushort function) =>
        new(QuicRpcErrorCode.UnknownFunction, $"There is no function {Name(function)} here. Register it, or bind the class that has it.");

    public static QuicRpcException Unreadable(Type type, Exception cause) =>
        new(QuicRpcErrorCode.InvalidArgument, $"The bytes are no {type.Name} ({cause.Message}). Both sides must have the same type and serializer.", innerException: cause);

    public static QuicRpcException NoConnection(Exception cause) => cause switch
    {
        _ when CancelledHandshake.Is(cause) => Busy(cause),
        AuthenticationException => Untrusted(cause),
        _ => new(QuicRpcErrorCode.Unavailable, $"No stream could be opened: {cause.Message}", isTransient: true, cause),
    };

    /// <summary>What a QUIC error during a call means for its caller.</summary>
    /// <param name="cause">The error of the stream or of its connection.</param>
    /// <param name="wasSent">True if bytes of the call may have left.</param>
    public static QuicRpcException Lost(Exception cause, bool wasSent) => cause switch
    {
        QuicException { QuicError: QuicError.StreamAborted, ApplicationErrorCode: { } code } => Aborted((StreamErrorCode)code, cause, wasSent),

        // A server whose handshake has failed takes no calls.
        _ when CancelledHandshake.Is(cause) => Busy(cause),
        AuthenticationException => Untrusted(cause),
        _ => new(QuicRpcErrorCode.Unavailable, $"The connection was lost during the call: {cause.Message}", isTransient: true, cause) { MayHaveRun = wasSent },
    };

    /// <summary>The error that a frame reports, or null.</summary>
    public static QuicRpcException? Of(Frame answer) => answer.Type switch
    {
        FrameType.Error => ErrorBody.Read(answer.Body),
        FrameType.Refused => new(QuicRpcErrorCode.Refused, "The other side ended the stream before it read the call.", isTransient: true) { IsRemote = true, WasNotTaken = true },
        _ => null,
    };

    /// <summary>A function's number as service.function.</summary>
    public static string Name(ushort function) => $"{function >> 8}.{function & 0xFF}";

    private static QuicRpcException Busy(Exception cause) =>
        new(QuicRpcErrorCode.Unavailable, "The other side ended the handshake: it is closing, or has all the connections that it takes (QuicRpcListenOptions.MaxConnections). Try again later.", isTransient: true, cause);

    private static QuicRpcException Untrusted(Exception cause) =>
        new(QuicRpcErrorCode.Unauthenticated, $"One side does not trust the other's certificate ({cause.Message.TrimEnd('.')}). Look at QuicRpcConnectOptions.Trust and TargetHost, and at Certificate where the server asks for one.", innerException: cause);

    private static QuicRpcException Aborted(StreamErrorCode code, Exception cause, bool wasSent) => code switch
    {
        StreamErrorCode.Cancelled => new(QuicRpcErrorCode.Cancelled, "The other side cancelled the call.", isTransient: true, cause) { MayHaveRun = wasSent, IsRemote = true },
        StreamErrorCode.Deadline => new(QuicRpcErrorCode.DeadlineExceeded, "The other side's deadline passed.", isTransient: true, cause) { MayHaveRun = wasSent, IsRemote = true },
        StreamErrorCode.Protocol => new(QuicRpcErrorCode.Protocol, "The other side could not read what was sent and ended the stream.", innerException: cause) { MayHaveRun = wasSent, IsRemote = true },
        StreamErrorCode.TooSlow => new(QuicRpcErrorCode.DeadlineExceeded, "The other side waited too long for the rest of a frame, or for its answer to be taken.", isTransient: true, cause) { MayHaveRun = wasSent, IsRemote = true },
        _ => new(QuicRpcErrorCode.Unavailable, $"The other side ended the stream with code {(long)code}.", isTransient: true, cause) { MayHaveRun = wasSent, IsRemote = true },
    };
}
