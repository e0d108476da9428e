namespace Genie.Rpc.Quic;

/// <summary>What a caller learns of a handler that failed.</summary>
internal static class HandlerFailure
{
    public static QuicRpcException ToAnswer(Exception error, CallCancellation cancellation, QuicRpcOptions options) => error switch
    {
        QuicRpcException known => known,
        _ when cancellation.IsDeadlinePassed => new(QuicRpcErrorCode.DeadlineExceeded, "The call's deadline passed while it was being handled.", isTransient: true),
        OperationCanceledException when cancellation.Token.IsCancellationRequested => new(QuicRpcErrorCode.Cancelled, "The call was cancelled while it was being handled.", isTransient: true),
        _ => new(QuicRpcErrorCode.Internal, options.ShowExceptionMessages ? $"The function failed: {error.Message}" : "The function failed; its server knows why.", innerException: error),
    };
}
