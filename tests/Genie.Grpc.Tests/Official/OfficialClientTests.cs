using Genie.Grpc.Tests.Serving;
using Grpc.Core;
using Grpc.Net.Client;

namespace Genie.Grpc.Tests.Official;

/// <summary>The client that .NET users have, against both servers.</summary>
public sealed class OfficialClientTests
{
    public static TheoryData<GrpcImplementation> Both => [GrpcImplementation.Own, GrpcImplementation.Official];

    [Theory]
    [MemberData(nameof(Both))]
    public async Task Calls_of_all_kinds_succeed(GrpcImplementation implementation)
    {
        await using var server = await TestServer.StartAsync(implementation, compress: true);
        using var channel = GrpcChannel.ForAddress(server.Address);
        var invoker = channel.CreateCallInvoker();
        byte[] message = [.. Enumerable.Repeat((byte)7, 5000)];

        Assert.Equal(message, await invoker.AsyncUnaryCall(Method("Echo", MethodType.Unary), null, Gzip(), message));
        using var counting = invoker.AsyncServerStreamingCall(Method("Count", MethodType.ServerStreaming), null, default, [9]);
        Assert.Equal(9, await counting.ResponseStream.ReadAllAsync().CountAsync());
        using var collecting = invoker.AsyncClientStreamingCall(Method("Collect", MethodType.ClientStreaming), null, default);
        await collecting.RequestStream.WriteAsync([1]);
        await collecting.RequestStream.WriteAsync([2]);
        await collecting.RequestStream.CompleteAsync();
        Assert.Equal([1, 2], await collecting);
        using var talking = invoker.AsyncDuplexStreamingCall(Method("Talk", MethodType.DuplexStreaming), null, default);
        await talking.RequestStream.WriteAsync(message);
        Assert.True(await talking.ResponseStream.MoveNext());
        Assert.Equal(message, talking.ResponseStream.Current);
        await talking.RequestStream.CompleteAsync();
        Assert.False(await talking.ResponseStream.MoveNext());
    }

    [Theory]
    [MemberData(nameof(Both))]
    public async Task Errors_arrive_whole(GrpcImplementation implementation)
    {
        await using var server = await TestServer.StartAsync(implementation);
        using var channel = GrpcChannel.ForAddress(server.Address);
        var invoker = channel.CreateCallInvoker();

        var failure = await Assert.ThrowsAsync<RpcException>(async () => await invoker.AsyncUnaryCall(Method("Fail", MethodType.Unary), null, default, [1]));
        var late = await Assert.ThrowsAsync<RpcException>(async () =>
            await invoker.AsyncUnaryCall(Method("Stubborn", MethodType.Unary), null, new CallOptions(deadline: DateTime.UtcNow.AddMilliseconds(100)), [1]));
        var unknown = await Assert.ThrowsAsync<RpcException>(async () => await invoker.AsyncUnaryCall(Method("Unheard", MethodType.Unary), null, default, [1]));

        Assert.Equal((StatusCode.FailedPrecondition, TrialService.Unicode), (failure.StatusCode, failure.Status.Detail));
        Assert.Equal(TrialService.Details, failure.Trailers.GetValueBytes(GrpcMetadata.StatusDetailsKey));
        Assert.Equal(StatusCode.DeadlineExceeded, late.StatusCode);
        Assert.Equal(StatusCode.Unimplemented, unknown.StatusCode);
    }

    private static CallOptions Gzip() => new([new Metadata.Entry("grpc-internal-encoding-request", "gzip")]);

    private static Method<byte[], byte[]> Method(string name, MethodType type)
    {
        var bytes = Marshallers.Create(static message => message, static bytes => bytes);
        return new Method<byte[], byte[]>(type, TrialService.Name, name, bytes, bytes);
    }
}
