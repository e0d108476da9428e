using Genie.Relay.Interop;
using Genie.Relay.Tests.Interop;
using Grpc.Core;
using Grpc.Net.Client;

namespace Genie.Relay.Tests.Proxying;

public sealed class EarlyStatusTests(DotnetServer server) : IClassFixture<DotnetServer>
{
    private static readonly Method<byte[], byte[]> Refuse = new(
        MethodType.DuplexStreaming, EarlyStatus.Service, EarlyStatus.Method, Marshallers.Create(static bytes => bytes, static bytes => bytes), Marshallers.Create(static bytes => bytes, static bytes => bytes));

    [SkippableFact]
    public async Task A_status_that_came_before_the_request_had_ended_reaches_the_client_whatever_becomes_of_the_rest()
    {
        for (var i = 0; i < 50; i++)
        {
            // A connection a call: behind its own RST_STREAM the client library sends DATA now and then, and Kestrel ends a connection for that.
            using var channel = GrpcChannel.ForAddress($"http://{server.Relay.Target}");
            using var stop = new CancellationTokenSource();
            using var call = channel.CreateCallInvoker().AsyncDuplexStreamingCall(Refuse, null, default);
            var sending = SendAsync(call.RequestStream, stop.Token);
            var error = await Assert.ThrowsAsync<RpcException>(() => call.ResponseStream.MoveNext(default));
            Assert.Equal((StatusCode.FailedPrecondition, EarlyStatus.Message), (error.StatusCode, error.Status.Detail));
            await stop.CancelAsync();
            await sending;
        }
    }

    private static async Task SendAsync(IClientStreamWriter<byte[]> to, CancellationToken cancellationToken)
    {
        try
        {
            while (true) await to.WriteAsync(new byte[10_000], cancellationToken);
        }
        catch (Exception error) when (error is RpcException or InvalidOperationException or OperationCanceledException or HttpRequestException)
        {
            // The call is over.
        }
    }
}
