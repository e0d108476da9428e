using Grpc.AspNetCore.Server.Model;
using Grpc.Core;

namespace Genie.Grpc.Official;

/// <summary>Hands each method to Grpc.AspNetCore.</summary>
internal sealed class OfficialBinder(ServiceMethodProviderContext<AllServices> context) : IGrpcServiceBinder
{
    /// <inheritdoc/>
    public void AddUnary<TRequest, TResponse>(GrpcMethod<TRequest, TResponse> method, UnaryHandler<TRequest, TResponse> handler)
        where TRequest : class
        where TResponse : class =>
        context.AddUnaryMethod(Describe(method, MethodType.Unary), [], (_, request, served) =>
            OfficialCall.RunAsync(served, call => handler(request, call)));

    /// <inheritdoc/>
    public void AddServerStreaming<TRequest, TResponse>(GrpcMethod<TRequest, TResponse> method, ServerStreamingHandler<TRequest, TResponse> handler)
        where TRequest : class
        where TResponse : class =>
        context.AddServerStreamingMethod(Describe(method, MethodType.ServerStreaming), [], (_, request, responses, served) =>
            OfficialCall.RunAsync(served, call => handler(request, new OfficialResponses<TResponse>(responses, call.CancellationToken), call)));

    /// <inheritdoc/>
    public void AddClientStreaming<TRequest, TResponse>(GrpcMethod<TRequest, TResponse> method, ClientStreamingHandler<TRequest, TResponse> handler)
        where TRequest : class
        where TResponse : class =>
        context.AddClientStreamingMethod(Describe(method, MethodType.ClientStreaming), [], (_, requests, served) =>
            OfficialCall.RunAsync(served, call => handler(requests.ReadAllAsync(call.CancellationToken), call)));

    /// <inheritdoc/>
    public void AddBidirectional<TRequest, TResponse>(GrpcMethod<TRequest, TResponse> method, BidirectionalHandler<TRequest, TResponse> handler)
        where TRequest : class
        where TResponse : class =>
        context.AddDuplexStreamingMethod(Describe(method, MethodType.DuplexStreaming), [], (_, requests, responses, served) =>
            OfficialCall.RunAsync(served, call => handler(
                requests.ReadAllAsync(call.CancellationToken), new OfficialResponses<TResponse>(responses, call.CancellationToken), call)));

    private static Method<TRequest, TResponse> Describe<TRequest, TResponse>(GrpcMethod<TRequest, TResponse> method, MethodType type)
        where TRequest : class
        where TResponse : class =>
        new(type, method.Service, method.Name, Describe(method.Requests), Describe(method.Responses));

    private static Marshaller<T> Describe<T>(GrpcMarshaller<T> marshaller)
        where T : class =>
        new(
            (message, output) =>
            {
                marshaller.Write(message, output.GetBufferWriter());
                output.Complete();
            },
            input => marshaller.Read(input.PayloadAsReadOnlySequence()));
}
