namespace Genie.Grpc;

/// <summary>Where a handler writes the responses of a stream, one at a time.</summary>
/// <typeparam name="TResponse">The response message.</typeparam>
public interface IGrpcResponses<in TResponse>
{
    /// <summary>Sends a response. Completes when the connection has taken it: a client that does not read makes this wait.</summary>
    /// <exception cref="OperationCanceledException">The call was cancelled or its deadline passed.</exception>
    /// <exception cref="GrpcStatusException">The message is larger than may be sent.</exception>
    ValueTask WriteAsync(TResponse response);
}
