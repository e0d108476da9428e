using Genie.Datagrams.Packets;

namespace Genie.Datagrams.Rpc;

/// <summary>The library's own errors, each with what to do.</summary>
internal static class RpcErrors
{
    public static RpcException TimedOut(RpcMethod method, TimeSpan timeout) =>
        new(RpcErrorCode.TimedOut, $"'{method}' was not answered within {timeout.TotalMilliseconds:N0} ms. Call again if it may run twice, or raise the timeout.", isTransient: true, mayHaveRun: true);

    public static RpcException TooManyCalls(RpcMethod method, int most) =>
        new(RpcErrorCode.TooManyCalls, $"'{method}' was not called: {most:N0} calls of this connection have no answer yet. Await some of them first, or raise MaxCallsInFlight.", isTransient: true, mayHaveRun: false);

    public static RpcException QueueFull(RpcMethod method, Exception cause) =>
        new(RpcErrorCode.QueueFull, $"'{method}' was not called: {cause.Message}", isTransient: true, mayHaveRun: false, innerException: cause);

    public static RpcException TooLarge(RpcMethod method, string what, long bytes) =>
        new(RpcErrorCode.TooLarge, $"'{method}' has {what} of more than {bytes:N0} bytes. Send less, or raise MaxPayloadBytes at both sides.", isTransient: false, mayHaveRun: false);

    public static RpcException Unwritable(RpcMethod method, string what, PacketError error, long limitBytes) => error == PacketError.DoesNotFit
        ? TooLarge(method, what, limitBytes)
        : new(RpcErrorCode.InvalidPayload, $"'{method}' has {what} that cannot be sent ({error}): a value is out of its range, too long or missing.", isTransient: false, mayHaveRun: false);

    public static RpcException UnreadableResult(RpcMethod method) =>
        new(RpcErrorCode.InvalidPayload, $"The result of '{method}' is not what the contract allows. Compare the versions of both sides.", isTransient: false, mayHaveRun: true);

    public static RpcException ConnectionEnded(DisconnectReason reason, bool mayHaveRun, Exception? cause = null)
    {
        // What another attempt meets again is not transient.
        var isTransient = reason is not (DisconnectReason.Untrusted or DisconnectReason.SecurityMismatch or DisconnectReason.VersionMismatch or DisconnectReason.Refused);
        var message = $"The connection has ended ({reason}){(mayHaveRun ? " before the answer came" : "")}. {cause?.Message ?? (isTransient ? "Connect again." : "Change the settings first.")}";
        return new(RpcErrorCode.ConnectionEnded, message, isTransient, mayHaveRun, innerException: cause);
    }

    public static RpcException Mismatch(string problem) =>
        new(RpcErrorCode.ContractMismatch, $"{problem} Compile both sides from the same contract.", isTransient: false, mayHaveRun: false);

    public static RpcException Overloaded(RpcMethod method, int most) =>
        new(RpcErrorCode.TooManyCalls, $"'{method}' was not called, and the connection was ended: services work on {most:N0} calls of it. Let callers await answers, or raise MaxServedCalls.", isTransient: true, mayHaveRun: false);

    /// <summary>What the other side said.</summary>
    public static RpcException Remote(RpcMethod method, RpcErrorCode code, bool isTransient, string message)
    {
        var mayHaveRun = code is not (RpcErrorCode.UnknownMethod or RpcErrorCode.TooLarge or RpcErrorCode.TooManyCalls);
        var text = code switch
        {
            >= RpcErrorCode.FirstOfServices => message,
            RpcErrorCode.Failed => $"'{method}' failed at the other side, whose log says why.",
            RpcErrorCode.UnknownMethod => $"The other side does not serve '{method}'.",
            RpcErrorCode.InvalidPayload => $"The other side cannot read the arguments of '{method}', or write its result.",
            RpcErrorCode.TooLarge => $"The other side takes no arguments as large as those of '{method}': send less, or raise its MaxPayloadBytes.",
            RpcErrorCode.TooManyCalls => $"The other side works on as many calls as it takes: call '{method}' again later.",
            RpcErrorCode.Cancelled => $"'{method}' was cancelled at the other side.",
            _ => $"'{method}' failed at the other side ({(int)code}).",
        };
        return new(code, text, isTransient, mayHaveRun, isRemote: true);
    }
}
