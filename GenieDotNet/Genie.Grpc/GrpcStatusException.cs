namespace Genie.Grpc;

/// <summary>Ends a call with a status that the client sees.</summary>
/// <param name="code">The status; not <see cref="GrpcStatusCode.Ok"/>.</param>
/// <param name="message">What happened and what to do; any Unicode, the client reads it.</param>
/// <param name="inner">The cause, which stays here.</param>
public sealed class GrpcStatusException(GrpcStatusCode code, string message, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>The status.</summary>
    public GrpcStatusCode Code { get; } = code != GrpcStatusCode.Ok ? code : throw new ArgumentOutOfRangeException(nameof(code), "Success is no error.");

    /// <summary>Sent with the status; <c>grpc-status-details-bin</c> holds a <c>google.rpc.Status</c> where there are details.</summary>
    public GrpcMetadata Trailers { get; init; } = new();

    /// <summary>True if the same call may succeed later.</summary>
    public bool IsTransient => Code is GrpcStatusCode.Unavailable or GrpcStatusCode.ResourceExhausted or GrpcStatusCode.Aborted;
}
