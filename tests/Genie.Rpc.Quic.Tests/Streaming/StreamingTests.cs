using System.Net.Quic;
using System.Runtime.CompilerServices;

namespace Genie.Rpc.Quic.Tests.Streaming;

public sealed class StreamingTests
{
    [SkippableFact]
    public async Task Arguments_stream_to_one_result()
    {
        var count = 0;
        await using var peers = await Peers.StartAsync(service =>
        {
            service.RegisterClientStreamingFunction<int, int>(0x0100, async (context, numbers) => await numbers.SumAsync(context.CancellationToken));
            service.RegisterClientStreamingFunction<int>(0x0101, async (context, numbers) => count = await numbers.CountAsync(context.CancellationToken));
        });

        Assert.Equal(499_500, await peers.Caller.InvokeClientStreamingAsync<int, int>(0x0100, Numbers(1000), peers.Stop));
        Assert.Equal(0, await peers.Caller.InvokeClientStreamingAsync<int, int>(0x0100, Numbers(0), peers.Stop));
        await peers.Caller.InvokeClientStreamingAsync(0x0101, Numbers(30), peers.Stop);
        Assert.Equal(30, count);
    }

    [SkippableFact]
    public async Task Results_stream_from_one_argument_or_none()
    {
        await using var peers = await Peers.StartAsync(service =>
        {
            service.RegisterServerStreamingFunction<int, int>(0x0100, (_, count) => Numbers(count));
            service.RegisterServerStreamingFunction<int>(0x0101, _ => Numbers(3));
        });

        Assert.Equal(Enumerable.Range(0, 5000), await peers.Caller.InvokeServerStreamingAsync<int, int>(0x0100, 5000, peers.Stop).ToListAsync(peers.Stop));
        Assert.Equal([0, 1, 2], await peers.Caller.InvokeServerStreamingAsync<int>(0x0101, peers.Stop).ToListAsync(peers.Stop));
    }

    [SkippableFact]
    public async Task Both_directions_stream_independently()
    {
        await using var peers = await Peers.StartAsync(service => service.RegisterDuplexStreamingFunction<int, int>(0x0100, Doubled));
        var answered = new SemaphoreSlim(1);
        var seen = 0;
        // Each number is sent only after the answer to the one before it: nothing is held back to be sent together.
        await foreach (var number in peers.Caller.InvokeDuplexStreamingAsync<int, int>(0x0100, OneByOne(20, answered), peers.Stop))
        {
            Assert.Equal(seen++ * 2, number);
            answered.Release();
        }

        Assert.Equal(20, seen);
    }

    [SkippableFact]
    public async Task Elements_before_an_error_arrive_and_the_error_after_them()
    {
        await using var peers = await Peers.StartAsync(service => service.RegisterServerStreamingFunction<int>(0x0100, _ => Failing()));
        List<int> seen = [];
        var error = await Assert.ThrowsAsync<QuicRpcException>(async () =>
        {
            await foreach (var number in peers.Caller.InvokeServerStreamingAsync<int>(0x0100, peers.Stop)) seen.Add(number);
        });

        Assert.Equal(QuicRpcErrorCode.NotFound, error.Code);
        Assert.Equal([0, 1], seen);

        static async IAsyncEnumerable<int> Failing()
        {
            yield return 0;
            yield return 1;
            await Task.Yield();
            throw new QuicRpcException(QuicRpcErrorCode.NotFound, "no third one");
        }
    }

    [SkippableFact]
    public async Task Leaving_the_loop_cancels_the_function()
    {
        var cancelled = new TaskCompletionSource();
        await using var peers = await Peers.StartAsync(service => service.RegisterServerStreamingFunction<int>(0x0100, context => Endless(cancelled, context.CancellationToken)));
        await foreach (var number in peers.Caller.InvokeServerStreamingAsync<int>(0x0100, peers.Stop))
        {
            if (number == 3) break;
        }

        await cancelled.Task.WaitAsync(peers.Stop);
    }

    [SkippableFact]
    public async Task An_early_answer_ends_the_source()
    {
        await using var peers = await Peers.StartAsync(service => service.RegisterClientStreamingFunction<int, int>(
            0x0100, async (context, numbers) => await numbers.FirstAsync(context.CancellationToken)));
        var cancelled = new TaskCompletionSource();

        Assert.Equal(0, await peers.Caller.InvokeClientStreamingAsync<int, int>(0x0100, Endless(cancelled, CancellationToken.None), peers.Stop));
        await cancelled.Task.WaitAsync(peers.Stop);
    }

    [SkippableFact]
    public async Task A_source_that_fails_fails_the_call_with_its_own_exception()
    {
        await using var peers = await Peers.StartAsync(service => service.RegisterClientStreamingFunction<int, int>(
            0x0100, async (context, numbers) => await numbers.SumAsync(context.CancellationToken)));
        await Assert.ThrowsAsync<FormatException>(async () => await peers.Caller.InvokeClientStreamingAsync<int, int>(0x0100, Failing(), peers.Stop));

        static async IAsyncEnumerable<int> Failing()
        {
            yield return 1;
            await Task.Yield();
            throw new FormatException();
        }
    }

    [SkippableFact]
    public async Task A_source_that_is_moving_when_the_sending_fails_is_disposed()
    {
        await using var peers = await Peers.StartAsync();
        await using var stream = await peers.OpenStreamAsync();
        stream.Abort(QuicAbortDirection.Write, 0);
        using var writer = new FrameWriter(1000);
        var disposed = false;

        await Assert.ThrowsAsync<QuicException>(async () => await ItemPump.SendAsync(stream, writer, new MemoryPackQuicRpcSerializer(), Source(), peers.Stop));
        Assert.True(disposed);

        async IAsyncEnumerable<int> Source([EnumeratorCancellation] CancellationToken cancellationToken = default)
        {
            try
            {
                yield return 0;
                await Task.Delay(Timeout.Infinite, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
                yield return 1;
            }
            finally
            {
                disposed = true;
            }
        }
    }

    [SkippableFact]
    public async Task A_side_that_does_not_read_holds_the_other_up()
    {
        var read = new TaskCompletionSource();
        var sent = 0;
        await using var peers = await Peers.StartAsync(service => service.RegisterClientStreamingFunction<byte[], int>(0x0100, async (context, blocks) =>
        {
            await read.Task.WaitAsync(context.CancellationToken);
            return await blocks.CountAsync(context.CancellationToken);
        }));
        const int Blocks = 500;
        var call = peers.Caller.InvokeClientStreamingAsync<byte[], int>(0x0100, Source(), peers.Stop).AsTask();
        var before = -1;
        // As soon as a second passes without a further block, the source stands still.
        while (before != Volatile.Read(ref sent) || before == 0)
        {
            before = Volatile.Read(ref sent);
            await Task.Delay(1000, peers.Stop);
        }

        Assert.InRange(before, 1, Blocks - 1);
        read.SetResult();
        Assert.Equal(Blocks, await call);

        async IAsyncEnumerable<byte[]> Source()
        {
            for (var i = 0; i < Blocks; i++)
            {
                Volatile.Write(ref sent, i);
                yield return new byte[64 * 1024];
                await Task.Yield();
            }
        }
    }

    private static async IAsyncEnumerable<int> Numbers(int count)
    {
        for (var i = 0; i < count; i++)
        {
            if (i % 100 == 0) await Task.Yield();
            yield return i;
        }
    }

    private static async IAsyncEnumerable<int> OneByOne(int count, SemaphoreSlim next, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        for (var i = 0; i < count; i++)
        {
            await next.WaitAsync(cancellationToken);
            yield return i;
        }
    }

    private static async IAsyncEnumerable<int> Doubled(QuicRpcContext<Session> context, IAsyncEnumerable<int> numbers)
    {
        await foreach (var number in numbers) yield return number * 2;
    }

    private static async IAsyncEnumerable<int> Endless(TaskCompletionSource ended, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        try
        {
            for (var i = 0; ; i++)
            {
                yield return i;
                await Task.Delay(10, cancellationToken);
            }
        }
        finally
        {
            ended.TrySetResult();
        }
    }
}
