using System.Net.Quic;
using Genie.Testing;

namespace Genie.Rpc.Quic.Tests.Calls;

public sealed class FailureTests
{
    [SkippableFact]
    public async Task A_functions_own_error_arrives_with_its_code()
    {
        await using var peers = await Peers.StartAsync(service => service.RegisterFunction(
            0x0100, _ => throw new QuicRpcException(QuicRpcErrorCode.Application + 7, "no apples left", isTransient: true)));
        var error = await FailureOf(peers, 0x0100);

        Assert.Equal((QuicRpcErrorCode.Application + 7, "no apples left", true, true), (error.Code, error.Message, error.IsTransient, error.IsRemote));
    }

    [SkippableTheory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task An_unexpected_exception_is_raised_here_and_shown_there_only_if_allowed(bool isShown)
    {
        Exception? reported = null;
        await using var peers = await Peers.StartAsync(
            service =>
            {
                service.RegisterFunction(0x0100, _ => throw new InvalidOperationException("the password is 1234"));
                service.FunctionFailed += exception => reported = exception;
            },
            new QuicRpcOptions { ShowExceptionMessages = isShown });
        var error = await FailureOf(peers, 0x0100);

        Assert.Equal(QuicRpcErrorCode.Internal, error.Code);
        Assert.Equal(isShown, error.Message.Contains("1234", StringComparison.Ordinal));
        Assert.IsType<InvalidOperationException>(reported);
    }

    [SkippableFact]
    public async Task Observers_that_throw_change_nothing()
    {
        using var observers = new ThrowingObservers(RpcTelemetry.Name);
        var reported = 0;
        await using var peers = await Peers.StartAsync(service =>
        {
            service.RegisterFunction(0x0100, _ => throw new InvalidOperationException("as asked"));
            service.RegisterFunction<int, int>(0x0101, (_, number) => ValueTask.FromResult(number));
            service.FunctionFailed += static _ => throw new NotSupportedException("A callback that throws ends nothing.");
            service.FunctionFailed += _ => reported++;
        });

        for (var i = 1; i <= 3; i++)
        {
            Assert.Equal(QuicRpcErrorCode.Internal, (await FailureOf(peers, 0x0100)).Code);
            Assert.Equal(i, await peers.Caller.InvokeAsync<int, int>(0x0101, i, peers.Stop));
        }

        Assert.Equal(3, reported);
        Assert.InRange(observers.Thrown, 6, int.MaxValue);
    }

    [SkippableFact]
    public async Task Calls_that_do_not_fit_are_errors_and_harm_nothing()
    {
        await using var peers = await Peers.StartAsync(service =>
        {
            service.RegisterFunction<int, int>(0x0100, (_, number) => ValueTask.FromResult(number));
            service.RegisterStreamingFunction(0x0101, _ => ValueTask.CompletedTask);
        });

        Assert.Equal(QuicRpcErrorCode.UnknownFunction, (await FailureOf(peers, 0x0200)).Code);
        Assert.Equal(QuicRpcErrorCode.WrongKind, (await FailureOf(peers, 0x0100)).Code);
        Assert.Equal(QuicRpcErrorCode.WrongKind, (await FailureOf(peers, 0x0101)).Code);
        Assert.Equal(QuicRpcErrorCode.WrongKind, (await Assert.ThrowsAsync<QuicRpcException>(async () => await peers.Caller.InvokeAsync(0x0100, 5, peers.Stop))).Code);
        Assert.Equal(QuicRpcErrorCode.InvalidArgument, (await Assert.ThrowsAsync<QuicRpcException>(async () => await peers.Caller.InvokeAsync<string, int>(0x0100, "x", peers.Stop))).Code);
        Assert.Equal(5, await peers.Caller.InvokeAsync<int, int>(0x0100, 5, peers.Stop));
    }

    [SkippableFact]
    public async Task Too_large_a_message_is_refused_wherever_the_limit_is()
    {
        var small = new QuicRpcOptions { MaxMessageBytes = 1000 };
        await using var smallClient = await Peers.StartAsync(Echo, clientOptions: small);
        await using var smallServer = await Peers.StartAsync(Echo, serverOptions: small);
        foreach (var peers in new[] { smallClient, smallServer })
        {
            foreach (var bytes in new[] { 2000, 2_000_000 })
            {
                var error = await Assert.ThrowsAsync<QuicRpcException>(async () => await peers.Caller.InvokeAsync<byte[], byte[]>(0x0100, new byte[bytes], peers.Stop));
                Assert.Equal(QuicRpcErrorCode.MessageTooLarge, error.Code);
            }

            Assert.Equal(500, (await peers.Caller.InvokeAsync<byte[], byte[]>(0x0100, new byte[500], peers.Stop)).Length);
        }

        static void Echo(QuicRpcService<Session> service) => service.RegisterFunction<byte[], byte[]>(0x0100, (_, data) => ValueTask.FromResult(data));
    }

    [SkippableFact]
    public async Task Too_large_a_result_is_an_error_of_its_call()
    {
        await using var peers = await Peers.StartAsync(
            service => service.RegisterFunction<int, byte[]>(0x0100, (_, bytes) => ValueTask.FromResult(new byte[bytes])), new QuicRpcOptions { MaxMessageBytes = 1000 });
        var error = await Assert.ThrowsAsync<QuicRpcException>(async () => await peers.Caller.InvokeAsync<int, byte[]>(0x0100, 5000, peers.Stop));

        Assert.Equal(QuicRpcErrorCode.MessageTooLarge, error.Code);
        Assert.Equal(100, (await peers.Caller.InvokeAsync<int, byte[]>(0x0100, 100, peers.Stop)).Length);
    }

    [SkippableFact]
    public async Task A_deadline_ends_the_call_on_both_sides()
    {
        var hasStarted = false;
        var cancelled = new TaskCompletionSource();
        await using var peers = await Peers.StartAsync(service => service.RegisterFunction(0x0100, context =>
        {
            Volatile.Write(ref hasStarted, true);
            return WaitAsync(context, cancelled);
        }));
        // On a busy machine the deadline may pass before the call reaches the server: then with a longer one.
        for (var timeout = TimeSpan.FromMilliseconds(200); !Volatile.Read(ref hasStarted); timeout *= 2)
        {
            var caller = peers.Caller.With(new QuicRpcCallOptions(timeout));
            var error = await Assert.ThrowsAsync<QuicRpcException>(async () => await caller.InvokeAsync(0x0100, peers.Stop));
            Assert.Equal(QuicRpcErrorCode.DeadlineExceeded, error.Code);
        }

        await cancelled.Task.WaitAsync(peers.Stop);
    }

    [SkippableFact]
    public async Task The_server_ends_calls_that_last_longer_than_it_allows()
    {
        var cancelled = new TaskCompletionSource();
        await using var peers = await Peers.StartAsync(
            service => service.RegisterFunction(0x0100, context => WaitAsync(context, cancelled)), new QuicRpcOptions { MaxCallTimeout = TimeSpan.FromMilliseconds(200) });
        Assert.Equal(QuicRpcErrorCode.DeadlineExceeded, (await FailureOf(peers, 0x0100)).Code);
        await cancelled.Task.WaitAsync(peers.Stop);
    }

    [SkippableFact]
    public async Task Cancelling_reaches_the_function()
    {
        var started = new TaskCompletionSource();
        var cancelled = new TaskCompletionSource();
        await using var peers = await Peers.StartAsync(service =>
        {
            service.RegisterFunction(0x0100, context =>
            {
                started.SetResult();
                return WaitAsync(context, cancelled);
            });
            service.RegisterFunction<int>(0x0101, _ => ValueTask.FromResult(7));
        });
        using var cancellation = new CancellationTokenSource();
        var call = peers.Caller.InvokeAsync(0x0100, cancellation.Token).AsTask();
        await started.Task.WaitAsync(peers.Stop);
        await cancellation.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => call);
        await cancelled.Task.WaitAsync(peers.Stop);
        Assert.Equal(7, await peers.Caller.InvokeAsync<int>(0x0101, peers.Stop));
    }

    [SkippableFact]
    public async Task A_server_that_ends_cancels_its_functions_and_says_so()
    {
        var started = new TaskCompletionSource();
        var cancelled = new TaskCompletionSource();
        await using var peers = await Peers.StartAsync(service => service.RegisterFunction(0x0100, context =>
        {
            started.SetResult();
            return WaitAsync(context, cancelled);
        }));
        var call = peers.Caller.InvokeAsync(0x0100, peers.Stop).AsTask();
        await started.Task.WaitAsync(peers.Stop);
        await peers.Server.DisposeAsync();

        await cancelled.Task.WaitAsync(peers.Stop);
        var error = await Assert.ThrowsAsync<QuicRpcException>(() => call);
        Assert.True(error.Code is QuicRpcErrorCode.Cancelled or QuicRpcErrorCode.Unavailable, error.ToString());
        Assert.True(error.IsTransient);
    }

    [SkippableFact]
    public async Task A_call_whose_connection_is_lost_may_have_run()
    {
        var started = new TaskCompletionSource();
        await using var peers = await Peers.StartAsync(service => service.RegisterFunction(0x0100, async context =>
        {
            started.SetResult();
            await Task.Delay(Timeout.Infinite, context.CancellationToken);
        }));
        var call = peers.Caller.InvokeAsync(0x0100, peers.Stop).AsTask();
        await started.Task.WaitAsync(peers.Stop);
        await peers.Connection.Current.CloseAsync(0, peers.Stop);

        var error = await Assert.ThrowsAsync<QuicRpcException>(() => call);
        Assert.Equal((QuicRpcErrorCode.Unavailable, true, true), (error.Code, error.IsTransient, error.MayHaveRun));
    }

    [Fact]
    public async Task A_client_that_is_bound_to_nothing_says_so() =>
        Assert.Contains("BindClient", (await Assert.ThrowsAsync<InvalidOperationException>(async () => await default(QuicRpcCaller).InvokeAsync(0))).Message, StringComparison.Ordinal);

    [SkippableFact]
    public async Task Idle_streams_are_ended_by_the_server_and_nobody_notices()
    {
        await using var peers = await Peers.StartAsync(
            service => service.RegisterFunction<int, int>(0x0100, (_, number) => ValueTask.FromResult(number)), new QuicRpcOptions { IdleStreamTimeout = TimeSpan.FromSeconds(1) });
        Assert.Equal(1, await peers.Caller.InvokeAsync<int, int>(0x0100, 1, peers.Stop));
        var type = new byte[1];
        await using (var idle = await peers.OpenStreamAsync())
        {
            await peers.ClientSide.InvokeFunctionAsync<int, int>(idle, 0x0100, 2, peers.Stop);
            await Assert.ThrowsAsync<QuicException>(async () => await idle.WritesClosed.WaitAsync(peers.Stop));
            await idle.ReadExactlyAsync(type, peers.Stop);
        }

        Assert.Equal((byte)FrameType.Refused, type[0]);

        Assert.Equal(3, await peers.Caller.InvokeAsync<int, int>(0x0100, 3, peers.Stop));
    }

    private static async Task<QuicRpcException> FailureOf(Peers peers, ushort function) =>
        await Assert.ThrowsAsync<QuicRpcException>(async () => await peers.Caller.InvokeAsync(function, peers.Stop));

    private static async ValueTask WaitAsync(QuicRpcContext<Session> context, TaskCompletionSource cancelled)
    {
        try
        {
            await Task.Delay(Timeout.Infinite, context.CancellationToken);
        }
        catch (OperationCanceledException)
        {
            cancelled.TrySetResult();
            throw;
        }
    }
}
