using System.Net.Quic;

namespace Genie.Rpc.Quic.Tests.Streaming;

public sealed class RawStreamTests
{
    [SkippableFact]
    public async Task The_stream_is_the_applications_after_the_call()
    {
        await using var peers = await Peers.StartAsync(service => service.RegisterStreamingFunction(0x0100, EchoAsync));
        await using var stream = await peers.Caller.InvokeStreamingAsync(0x0100, peers.Stop);

        await AssertEchoAsync(stream, peers.Stop);
    }

    [SkippableFact]
    public async Task Bytes_that_the_function_sends_first_are_not_lost()
    {
        await using var peers = await Peers.StartAsync(service => service.RegisterStreamingFunction(0x0100, async context =>
            await context.Stream!.WriteAsync("first"u8.ToArray(), completeWrites: true, context.CancellationToken)));
        await using var stream = await peers.Caller.InvokeStreamingAsync(0x0100, peers.Stop);
        using var reader = new StreamReader(stream);

        Assert.Equal("first", await reader.ReadToEndAsync(peers.Stop));
    }

    [SkippableFact]
    public async Task A_raw_function_that_fails_resets_the_stream()
    {
        await using var peers = await Peers.StartAsync(service => service.RegisterStreamingFunction(0x0100, async context =>
        {
            // A reset at once could overtake the answer to the call.
            await context.Stream!.ReadExactlyAsync(new byte[1], context.CancellationToken);
            throw new InvalidOperationException();
        }));
        await using var stream = await peers.Caller.InvokeStreamingAsync(0x0100, peers.Stop);
        await stream.WriteAsync(new byte[1], peers.Stop);

        Assert.Equal(QuicError.StreamAborted, (await Assert.ThrowsAsync<QuicException>(async () => await stream.ReadExactlyAsync(new byte[1], peers.Stop))).QuicError);
    }

    [SkippableFact]
    public async Task What_cannot_be_opened_is_an_error()
    {
        await using var peers = await Peers.StartAsync();
        Assert.Equal(QuicRpcErrorCode.UnknownFunction, (await Assert.ThrowsAsync<QuicRpcException>(async () => await peers.Caller.InvokeStreamingAsync(0x0100, peers.Stop))).Code);
    }

    internal static async ValueTask EchoAsync(QuicRpcContext<Session> context)
    {
        await context.Stream!.CopyToAsync(context.Stream, context.CancellationToken);
        context.Stream.CompleteWrites();
    }

    internal static async Task AssertEchoAsync(QuicStream stream, CancellationToken stop)
    {
        await stream.WriteAsync("bytes of our own"u8.ToArray(), completeWrites: true, stop);
        using var reader = new StreamReader(stream);
        Assert.Equal("bytes of our own", await reader.ReadToEndAsync(stop));
    }
}
