using Grpc.Core;
using Grpc.Net.Client;

namespace Genie.Relay.Tests.Running;

/// <summary>The trial worker's methods for Grpc.Net.Client: bytes in, bytes out.</summary>
internal static class TrialMethods
{
    private static readonly Marshaller<byte[]> Bytes = Marshallers.Create(bytes => bytes, bytes => bytes);

    public static async Task<byte[]> Unary(GrpcChannel channel, string name, byte[] request, CallOptions options)
    {
        using var call = Start(channel, name, request, options);
        return await call;
    }

    public static AsyncUnaryCall<byte[]> Start(GrpcChannel channel, string name, byte[] request, CallOptions options) =>
        channel.CreateCallInvoker().AsyncUnaryCall(Of(MethodType.Unary, name), null, options, request);

    public static AsyncServerStreamingCall<byte[]> ServerStreaming(GrpcChannel channel, string name, byte[] request, CallOptions options) =>
        channel.CreateCallInvoker().AsyncServerStreamingCall(Of(MethodType.ServerStreaming, name), null, options, request);

    private static Method<byte[], byte[]> Of(MethodType type, string name) => new(type, "trial.Work", name, Bytes, Bytes);
}
