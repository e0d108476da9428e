using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.AspNetCore.Routing.Patterns;
using Microsoft.Extensions.Logging;

namespace Genie.Grpc.Kestrel;

/// <summary>Makes an end point of each method.</summary>
internal sealed class EndpointBinder(IEndpointRouteBuilder endpoints, GrpcServerOptions options, ILogger logger) : IGrpcServiceBinder
{
    /// <inheritdoc/>
    public void AddUnary<TRequest, TResponse>(GrpcMethod<TRequest, TResponse> method, UnaryHandler<TRequest, TResponse> handler)
        where TRequest : class
        where TResponse : class =>
        Map(method.Path, async call =>
        {
            var request = await call.Reader(method.Requests).ReadSingleAsync().ConfigureAwait(false);
            var response = await handler(request, call).ConfigureAwait(false);
            await call.Response.WriteLastAsync(method.Responses, response).ConfigureAwait(false);
        });

    /// <inheritdoc/>
    public void AddServerStreaming<TRequest, TResponse>(GrpcMethod<TRequest, TResponse> method, ServerStreamingHandler<TRequest, TResponse> handler)
        where TRequest : class
        where TResponse : class =>
        Map(method.Path, async call =>
        {
            var request = await call.Reader(method.Requests).ReadSingleAsync().ConfigureAwait(false);
            await handler(request, call.Responses(method.Responses), call).ConfigureAwait(false);
        });

    /// <inheritdoc/>
    public void AddClientStreaming<TRequest, TResponse>(GrpcMethod<TRequest, TResponse> method, ClientStreamingHandler<TRequest, TResponse> handler)
        where TRequest : class
        where TResponse : class =>
        Map(method.Path, async call =>
        {
            var response = await handler(call.Reader(method.Requests).ReadAllAsync(), call).ConfigureAwait(false);
            await call.Response.WriteLastAsync(method.Responses, response).ConfigureAwait(false);
        });

    /// <inheritdoc/>
    public void AddBidirectional<TRequest, TResponse>(GrpcMethod<TRequest, TResponse> method, BidirectionalHandler<TRequest, TResponse> handler)
        where TRequest : class
        where TResponse : class =>
        Map(method.Path, call => handler(call.Reader(method.Requests).ReadAllAsync(), call.Responses(method.Responses), call));

    /// <summary>Maps an end point to a pattern, which <c>MapPost</c> takes as text only.</summary>
    public static IEndpointConventionBuilder MapPost(IEndpointRouteBuilder endpoints, RoutePattern pattern, CallEndpoint endpoint) =>
        endpoints.Map(pattern, endpoint.HandleAsync).WithMetadata(new HttpMethodMetadata([HttpMethods.Post]));

    private void Map(string path, Func<ServedCall, ValueTask> serve) =>
        MapPost(endpoints, RoutePatternFactory.Parse(path), new CallEndpoint(path, options, logger, serve)).WithDisplayName("gRPC " + path);
}
