namespace Genie.Grpc.Telemetry;

/// <summary>Binds handlers so that <see cref="GrpcTelemetry"/> sees them.</summary>
internal sealed class ObservedBinder(IGrpcServiceBinder inner) : IGrpcServiceBinder
{
    /// <inheritdoc/>
    public void AddUnary<TRequest, TResponse>(GrpcMethod<TRequest, TResponse> method, UnaryHandler<TRequest, TResponse> handler)
        where TRequest : class
        where TResponse : class =>
        inner.AddUnary(method, (request, call) => GrpcTelemetry.ObserveAsync(method.Path, () => handler(request, call)));

    /// <inheritdoc/>
    public void AddServerStreaming<TRequest, TResponse>(GrpcMethod<TRequest, TResponse> method, ServerStreamingHandler<TRequest, TResponse> handler)
        where TRequest : class
        where TResponse : class =>
        inner.AddServerStreaming(method, (request, responses, call) => ObserveAsync(method.Path, () => handler(request, responses, call)));

    /// <inheritdoc/>
    public void AddClientStreaming<TRequest, TResponse>(GrpcMethod<TRequest, TResponse> method, ClientStreamingHandler<TRequest, TResponse> handler)
        where TRequest : class
        where TResponse : class =>
        inner.AddClientStreaming(method, (requests, call) => GrpcTelemetry.ObserveAsync(method.Path, () => handler(requests, call)));

    /// <inheritdoc/>
    public void AddBidirectional<TRequest, TResponse>(GrpcMethod<TRequest, TResponse> method, BidirectionalHandler<TRequest, TResponse> handler)
        where TRequest : class
        where TResponse : class =>
        inner.AddBidirectional(method, (requests, responses, call) => ObserveAsync(method.Path, () => handler(requests, responses, call)));

    private static async ValueTask ObserveAsync(string path, Func<ValueTask> handle) => await GrpcTelemetry.ObserveAsync(path, async () =>
    {
        await handle().ConfigureAwait(false);
        return true;
    }).ConfigureAwait(false);
}
