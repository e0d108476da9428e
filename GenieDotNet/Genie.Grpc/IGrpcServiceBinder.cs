namespace Genie.Grpc;

/// <summary>Takes the methods of a service, one call for each, by the four kinds that gRPC knows.</summary>
/// <remarks>
/// A handler ends a call with an error by throwing <see cref="GrpcStatusException"/>; anything else that it throws reaches the client as
/// <see cref="GrpcStatusCode.Unknown"/>, without its message.
/// </remarks>
public interface IGrpcServiceBinder
{
    /// <summary>One request, one response.</summary>
    void AddUnary<TRequest, TResponse>(GrpcMethod<TRequest, TResponse> method, UnaryHandler<TRequest, TResponse> handler)
        where TRequest : class
        where TResponse : class;

    /// <summary>One request, any number of responses.</summary>
    void AddServerStreaming<TRequest, TResponse>(GrpcMethod<TRequest, TResponse> method, ServerStreamingHandler<TRequest, TResponse> handler)
        where TRequest : class
        where TResponse : class;

    /// <summary>Any number of requests, one response.</summary>
    void AddClientStreaming<TRequest, TResponse>(GrpcMethod<TRequest, TResponse> method, ClientStreamingHandler<TRequest, TResponse> handler)
        where TRequest : class
        where TResponse : class;

    /// <summary>Any number of both, in any order.</summary>
    void AddBidirectional<TRequest, TResponse>(GrpcMethod<TRequest, TResponse> method, BidirectionalHandler<TRequest, TResponse> handler)
        where TRequest : class
        where TResponse : class;
}
