using System.Collections.Concurrent;
using System.Net.Quic;
using System.Runtime.CompilerServices;

namespace Genie.Rpc.Quic.Tests.Calls;

/// <summary>A service that ends, or ends a stream: each call that it took is answered, and each that it refused did not run.</summary>
public sealed class RefusalTests
{
    [SkippableFact]
    public async Task The_answer_to_a_call_that_was_taken_comes_before_the_refusal()
    {
        const int ResultBytes = 1_000_000;
        using var stop = new CancellationTokenSource();
        await using var peers = await Peers.StartAsync(listen: options => options with { MaxStreams = 1 });
        await using var shared = await SharedConnection.StartAsync(peers);
        var ran = new TaskCompletionSource();
        peers.ServerSide.RegisterFunction<int, byte[]>(0x0100, (_, _) =>
        {
            ran.SetResult();
            return ValueTask.FromResult(new byte[ResultBytes]);
        });
        var handling = peers.ServerSide.HandleConnection(shared.ServerEnd, new Session("shared"), stop.Token);

        // More than a stream's window: most of the answer waits at the server until it is read.
        await using var stream = await shared.ClientEnd.OpenOutboundStreamAsync(QuicStreamType.Bidirectional, peers.Stop);
        await stream.WriteAsync(Call(0x0100, 1), peers.Stop);
        await ran.Task.WaitAsync(peers.Stop);
        await stop.CancelAsync();
        await Assert.ThrowsAsync<QuicException>(async () => await stream.WritesClosed.WaitAsync(peers.Stop));

        using var reader = new FrameReader(stream, 2 * ResultBytes);
        var answer = await reader.ReadAsync(peers.Stop);
        Assert.Equal(FrameType.Result, answer?.Type);
        Assert.InRange(answer!.Value.Body.Length, ResultBytes, ResultBytes + 100);
        Assert.Equal(FrameType.Refused, (await reader.ReadAsync(peers.Stop))?.Type);
        Assert.Null(await reader.ReadAsync(peers.Stop));
        await handling.WaitAsync(peers.Stop);
    }

    [SkippableFact]
    public async Task A_peer_that_takes_no_answer_does_not_hold_the_end_up()
    {
        using var stop = new CancellationTokenSource();
        await using var peers = await Peers.StartAsync(serverOptions: new QuicRpcOptions { FrameTimeout = TimeSpan.FromSeconds(1) });
        await using var shared = await SharedConnection.StartAsync(peers);
        var ran = new TaskCompletionSource();
        peers.ServerSide.RegisterFunction<int, byte[]>(0x0100, (_, _) =>
        {
            ran.SetResult();
            return ValueTask.FromResult(new byte[1_000_000]);
        });
        var handling = peers.ServerSide.HandleConnection(shared.ServerEnd, new Session("shared"), stop.Token);
        await using var stream = await shared.ClientEnd.OpenOutboundStreamAsync(QuicStreamType.Bidirectional, peers.Stop);
        await stream.WriteAsync(Call(0x0100, 1), peers.Stop);
        await ran.Task.WaitAsync(peers.Stop);
        await stop.CancelAsync();

        await handling.WaitAsync(peers.Stop);
    }

    [SkippableFact]
    public async Task A_refused_call_that_is_repeated_runs_once()
    {
        const int Callers = 8;
        const int CallsEach = 30;
        var seed = Environment.TickCount;
        var random = new Random(seed);
        using var done = new CancellationTokenSource();
        await using var peers = await Peers.StartAsync();
        await using var shared = await SharedConnection.StartAsync(peers);
        var runs = new ConcurrentDictionary<int, int>();
        peers.ServerSide.RegisterFunction<int, byte[]>(0x0100, (_, number) =>
        {
            runs.AddOrUpdate(number, 1, (_, count) => count + 1);
            return ValueTask.FromResult(new byte[number % 3 * 10_000]);
        });
        var serving = Task.Run(async () =>
        {
            while (!done.IsCancellationRequested)
            {
                using var end = new CancellationTokenSource(random.Next(1, 30));
                await peers.ServerSide.HandleConnection(shared.ServerEnd, new Session("shared"), end.Token);
            }
        });

        var caller = peers.ClientSide.Caller(shared.ClientEnd);
        var answered = 0;
        await Task.WhenAll(Enumerable.Range(0, Callers).Select(one => Task.Run(async () =>
        {
            for (var i = 0; i < CallsEach; i++)
            {
                if (await CallAsync(caller, (one * CallsEach) + i, peers.Stop)) Interlocked.Increment(ref answered);
            }
        })));
        await done.CancelAsync();
        await serving.WaitAsync(peers.Stop);

        Assert.True(runs.Values.All(count => count == 1), $"a call ran more than once; seed {seed}");
        Assert.True(answered > 0, $"no call was answered; seed {seed}");
    }

    [SkippableFact]
    public async Task An_error_of_that_code_which_a_function_throws_is_an_answer()
    {
        var runs = 0;
        await using var peers = await Peers.StartAsync(service => service.RegisterFunction(0x0100, _ =>
        {
            runs++;
            throw new QuicRpcException(QuicRpcErrorCode.Refused, "not today");
        }));
        for (var i = 1; i <= 3; i++)
        {
            Assert.Equal("not today", (await Assert.ThrowsAsync<QuicRpcException>(async () => await peers.Caller.InvokeAsync(0x0100, peers.Stop))).Message);
            Assert.Equal(i, runs);
        }
    }

    [SkippableFact]
    public async Task A_function_that_waits_for_arguments_ends_with_its_service()
    {
        var started = new TaskCompletionSource();
        await using var peers = await Peers.StartAsync(service => service.RegisterClientStreamingFunction<int, int>(0x0100, async (context, numbers) =>
        {
            started.SetResult();
            return await numbers.SumAsync(context.CancellationToken);
        }));
        var call = peers.Caller.InvokeClientStreamingAsync<int, int>(0x0100, Silent(), peers.Stop).AsTask();
        await started.Task.WaitAsync(peers.Stop);
        await peers.Server.DisposeAsync().AsTask().WaitAsync(peers.Stop);

        Assert.True((await Assert.ThrowsAsync<QuicRpcException>(() => call)).IsTransient);

        static async IAsyncEnumerable<int> Silent([EnumeratorCancellation] CancellationToken cancellationToken = default)
        {
            yield return 1;
            await Task.Delay(Timeout.Infinite, cancellationToken);
        }
    }

    // Repeats what was refused and nothing else; true if the call was answered with its result.
    private static async Task<bool> CallAsync(QuicRpcCaller caller, int number, CancellationToken stop)
    {
        while (true)
        {
            try
            {
                return (await caller.InvokeAsync<int, byte[]>(0x0100, number, stop)).Length == number % 3 * 10_000;
            }
            catch (QuicRpcException e) when (e.Code == QuicRpcErrorCode.Refused)
            {
                Assert.False(e.MayHaveRun);
            }
            catch (QuicRpcException e)
            {
                Assert.Equal(QuicRpcErrorCode.Cancelled, e.Code);
                return false;
            }
        }
    }

    private static byte[] Call(ushort function, int argument)
    {
        using var writer = new FrameWriter(1000);
        CallHead.Begin(writer, function, CallKind.Unary, null, QuicRpcMetadata.Empty, hasArgument: true);
        new MemoryPackQuicRpcSerializer().Serialize(writer, argument);
        writer.End();
        return writer.Written.ToArray();
    }
}
