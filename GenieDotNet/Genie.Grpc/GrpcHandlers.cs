namespace Genie.Grpc;

/// <summary>Answers one request with one response.</summary>
public delegate ValueTask<TResponse> UnaryHandler<TRequest, TResponse>(TRequest request, IGrpcCall call);

/// <summary>Answers one request with the responses that it writes until its task completes.</summary>
public delegate ValueTask ServerStreamingHandler<TRequest, TResponse>(TRequest request, IGrpcResponses<TResponse> responses, IGrpcCall call);

/// <summary>Reads requests, to the end or not, and answers them with one response.</summary>
public delegate ValueTask<TResponse> ClientStreamingHandler<TRequest, TResponse>(IAsyncEnumerable<TRequest> requests, IGrpcCall call);

/// <summary>Reads requests and writes responses until its task completes; one reader and one writer may work at the same time.</summary>
public delegate ValueTask BidirectionalHandler<TRequest, TResponse>(
    IAsyncEnumerable<TRequest> requests, IGrpcResponses<TResponse> responses, IGrpcCall call);
