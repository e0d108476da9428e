using System.Net.Quic;

namespace Genie.Rpc.Quic.Tests.Security;

/// <summary>What a client does wrong on one stream costs that stream; calls on the others go on.</summary>
public sealed class HostileClientTests
{
    private static readonly QuicRpcOptions Quick = new() { FrameTimeout = TimeSpan.FromSeconds(1), IdleStreamTimeout = TimeSpan.FromMinutes(5) };

    [SkippableTheory]
    [InlineData("474554202f20485454502f312e310d0a")] // GET / HTTP/1.1
    [InlineData("0103ffffff")] // a call with unknown flags
    [InlineData("010101")] // a head that is cut
    [InlineData("0400")] // an element where a call begins
    [InlineData("01fffffffffffffffff0")] // a length of 2^62
    [InlineData("010600001008ff41")] // metadata that is cut
    public async Task Garbage_is_answered_and_its_stream_ended(string bytes)
    {
        await using var peers = await Peers.StartAsync(Functions);
        await using var stream = await peers.OpenStreamAsync();
        await stream.WriteAsync(Convert.FromHexString(bytes), peers.Stop);
        var answer = new byte[1];
        await stream.ReadExactlyAsync(answer, peers.Stop);

        Assert.Equal((byte)FrameType.Error, answer[0]);
        await EndAsync(stream, peers.Stop);
        Assert.Equal(5, await peers.Caller.InvokeAsync<int, int>(0x0100, 5, peers.Stop));
    }

    [SkippableTheory]
    [InlineData("01")]
    [InlineData("0120000020")]
    public async Task Half_a_frame_is_waited_for_no_longer_than_the_time_out(string bytes)
    {
        await using var peers = await Peers.StartAsync(Functions, Quick);
        await using var stream = await peers.OpenStreamAsync();
        await stream.WriteAsync(Convert.FromHexString(bytes), peers.Stop);

        Assert.Equal((long)StreamErrorCode.TooSlow, (await Assert.ThrowsAsync<QuicException>(async () => await stream.ReadExactlyAsync(new byte[1], peers.Stop))).ApplicationErrorCode);
        Assert.Equal(5, await peers.Caller.InvokeAsync<int, int>(0x0100, 5, peers.Stop));
    }

    [SkippableFact]
    public async Task A_stream_that_ends_within_a_frame_or_at_once_is_no_harm()
    {
        await using var peers = await Peers.StartAsync(Functions);
        await using (var half = await peers.OpenStreamAsync())
        {
            await half.WriteAsync(new byte[] { 1, 40 }, completeWrites: true, peers.Stop);
            await EndAsync(half, peers.Stop);
        }

        await using (var nothing = await peers.OpenStreamAsync())
        {
            nothing.CompleteWrites();
            Assert.Equal(0, await nothing.ReadAsync(new byte[1], peers.Stop));
        }

        Assert.Equal(5, await peers.Caller.InvokeAsync<int, int>(0x0100, 5, peers.Stop));
    }

    [SkippableFact]
    public async Task Calls_beyond_the_streams_that_are_allowed_wait_for_their_deadline()
    {
        await using var peers = await Peers.StartAsync(Functions, listen: options => options with { MaxStreams = 2 });
        await using var first = await peers.Caller.InvokeStreamingAsync(0x0101, peers.Stop);
        await using var second = await peers.Caller.InvokeStreamingAsync(0x0101, peers.Stop);
        var error = await Assert.ThrowsAsync<QuicRpcException>(async () => await peers.Caller.With(new QuicRpcCallOptions(TimeSpan.FromMilliseconds(300))).InvokeAsync<int, int>(0x0100, 5, peers.Stop));
        Assert.Equal((QuicRpcErrorCode.DeadlineExceeded, false), (error.Code, error.MayHaveRun));

        await first.DisposeAsync();
        Assert.Equal(5, await peers.Caller.InvokeAsync<int, int>(0x0100, 5, peers.Stop));
    }

    [SkippableFact]
    public async Task Connections_beyond_the_limit_are_refused()
    {
        await using var peers = await Peers.StartAsync(Functions, listen: options => options with { MaxConnections = 1 });
        Assert.Equal(5, await peers.Caller.InvokeAsync<int, int>(0x0100, 5, peers.Stop));
        var refused = await Assert.ThrowsAsync<QuicRpcException>(
            async () => await QuicRpcConnection.ConnectAsync(peers.ConnectOptions(), peers.ClientSide, new Session("second"), peers.Stop));
        Assert.Equal((QuicRpcErrorCode.Unavailable, true), (refused.Code, refused.IsTransient));
        Assert.Contains(nameof(QuicRpcListenOptions.MaxConnections), refused.Message, StringComparison.Ordinal);
        Assert.Equal(5, await peers.Caller.InvokeAsync<int, int>(0x0100, 5, peers.Stop));
    }

    private static void Functions(QuicRpcService<Session> service)
    {
        service.RegisterFunction<int, int>(0x0100, (_, number) => ValueTask.FromResult(number));
        service.RegisterStreamingFunction(0x0101, async context => await context.Stream!.ReadAtLeastAsync(new byte[1], 1, throwOnEndOfStream: false, context.CancellationToken));
    }

    // Reads until the other side has ended the stream, in either way.
    private static async Task EndAsync(QuicStream stream, CancellationToken stop)
    {
        try
        {
            while (await stream.ReadAsync(new byte[100], stop) > 0)
            {
                // What remains of the answer.
            }
        }
        catch (QuicException e)
        {
            Assert.Equal(QuicError.StreamAborted, e.QuicError);
        }
    }
}
