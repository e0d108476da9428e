using Genie.Brokers.Nats.Tests.Servers;

namespace Genie.Brokers.Nats.Tests.WireDriver;

/// <summary>What happens when a server dies, comes back, or cuts the link.</summary>
public sealed class NatsLinkTests
{
    public NatsLinkTests() => Skip.If(NatsFixture.Unavailable is not null, NatsFixture.Unavailable);

    [SkippableFact]
    public async Task A_killed_server_fails_what_is_pending_at_once_and_is_found_again()
    {
        await using var server = await TestServer.StartAsync("");
        await using var broker = WireTesting.Create(server.Options);
        var release = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var entered = new SemaphoreSlim(0);
        await using var listener = await broker.ListenAsync(
            "c", new ListenOptions { Concurrency = 8 },
            async (message, reply, token) =>
            {
                entered.Release();
                await release.Task;
                await WireTesting.Echo(message, reply, token);
            },
            default);
        var longTimeout = new ConnectionOptions { RequestTimeout = TimeSpan.FromMinutes(5) };
        await using var connection = await broker.ConnectAsync("c", longTimeout, default);
        var pending = Enumerable.Range(0, 8).Select(_ => connection.RequestAsync(new byte[10], default).AsTask()).ToArray();
        for (var i = 0; i < 8; i++) Assert.True(await entered.WaitAsync(WireTesting.SafetyNet));

        await server.KillAsync();
        foreach (var request in pending) Assert.True((await Assert.ThrowsAsync<LinkLostException>(() => request.WaitAsync(WireTesting.SafetyNet))).IsTransient);
        release.SetResult();

        // Made while nothing listens at the address: it waits for the link.
        var early = RequestUntilAnsweredAsync(connection);
        await server.RestartAsync();
        await early.WaitAsync(WireTesting.SafetyNet);
    }

    /// <summary>Held output, a full queue that stops reading, and a reading thread that is the handler's own: none may look dead to the server.</summary>
    [SkippableFact]
    public async Task A_handler_that_blocks_for_long_does_not_make_the_server_drop_the_link()
    {
        await using var server = await TestServer.StartAsync("ping_interval: \"2s\"\nping_max: 1");
        await Task.WhenAll(Task.Run(() => BlockAsync(server, prefetch: 64, inline: false)), Task.Run(() => BlockAsync(server, prefetch: 1, inline: false)), Task.Run(() => BlockAsync(server, prefetch: 1, inline: true)));
    }

    private static async Task BlockAsync(TestServer server, int prefetch, bool inline)
    {
        const int Messages = 20;
        var channel = $"c{prefetch}{inline}";
        await using var broker = WireTesting.Create(server.Options);
        var count = 0;
        var (blocked, sent, all) = (NewSource(), NewSource(), NewSource());
        await using var listener = await broker.ListenAsync(
            channel, new ListenOptions { Prefetch = prefetch, InlineHandler = inline },
            (_, _, _) =>
            {
                var now = Interlocked.Increment(ref count);
                if (now == 2)
                {
                    // Two unanswered pings long. What is sent then finds a subscription only if the server still has the link.
                    Thread.Sleep(TimeSpan.FromSeconds(7));
                    blocked.SetResult();
                    sent.Task.Wait(WireTesting.SafetyNet, CancellationToken.None);
                }

                if (now == Messages) all.SetResult();
                return ValueTask.CompletedTask;
            },
            default);
        await using var connection = await broker.ConnectAsync(channel, new ConnectionOptions { Confirmation = Confirmation.Accepted }, default);
        for (var i = 0; i < Messages; i++)
        {
            await connection.SendAsync(new byte[1024], default);
            if (i == Messages / 2) await blocked.Task.WaitAsync(WireTesting.SafetyNet);
        }

        sent.SetResult();
        await all.Task.WaitAsync(WireTesting.SafetyNet);

        static TaskCompletionSource NewSource() => new(TaskCreationOptions.RunContinuationsAsynchronously);
    }

    /// <summary>It may be there before the listener is told that the server has its subscription.</summary>
    [SkippableFact]
    public async Task The_first_request_that_reaches_a_new_listener_is_answered()
    {
        const int Listeners = 200;
        await using var server = await TestServer.StartAsync("");
        await using var broker = WireTesting.Create(server.Options);
        await using var connection = await broker.ConnectAsync("c", new ConnectionOptions { RequestTimeout = TimeSpan.FromMinutes(5) }, default);
        for (var i = 0; i < Listeners; i++)
        {
            var answered = Task.WhenAll(Enumerable.Range(0, 4).Select(_ => RequestUntilAnsweredAsync(connection)));
            await using var listener = await broker.ListenAsync("c", new ListenOptions { InlineHandler = true }, WireTesting.Echo, default);
            await answered.WaitAsync(WireTesting.SafetyNet);
        }
    }

    [SkippableFact]
    public async Task A_call_does_not_wait_for_a_lost_server_beyond_its_time_out()
    {
        await using var server = await TestServer.StartAsync("");
        await using var broker = WireTesting.Create(server.Options);
        await using var connection = await broker.ConnectAsync("c", new ConnectionOptions { RequestTimeout = TimeSpan.FromMilliseconds(200) }, default);
        await server.KillAsync();
        for (var i = 0; i < 3; i++)
        {
            // Until the loss is noticed, a send may still find room in the socket's buffer, and the answer is what is waited for.
            var error = await Record.ExceptionAsync(async () => await connection.FlushAsync(default)).WaitAsync(WireTesting.SafetyNet);
            Assert.True(error is LinkLostException or RequestTimeoutException, error?.ToString());
        }

        var request = await Record.ExceptionAsync(async () => await connection.RequestAsync(new byte[1], default)).WaitAsync(WireTesting.SafetyNet);
        Assert.True(request is LinkLostException or RequestTimeoutException, request?.ToString());
    }

    [SkippableFact]
    public async Task A_listener_that_the_server_cuts_for_being_slow_comes_back()
    {
        await using var server = await TestServer.StartAsync("max_pending: 1MB\nwrite_deadline: \"1s\"");
        await using var broker = WireTesting.Create(server.Options);
        var gate = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var last = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var listener = await broker.ListenAsync(
            "c", new ListenOptions { Prefetch = 1 },
            async (message, _, _) =>
            {
                await gate.Task;
                if (message.Length == 1) last.TrySetResult();
            },
            default);
        await using var connection = await broker.ConnectAsync("c", new ConnectionOptions { Confirmation = Confirmation.Accepted }, default);

        // More than all socket buffers and the server's own limit hold.
        var large = new byte[512 * 1024];
        for (var i = 0; i < 64; i++) await connection.SendAsync(large, default);
        gate.SetResult();
        while (!last.Task.IsCompleted)
        {
            await connection.SendAsync(new byte[1], default);
            await Task.WhenAny(last.Task, Task.Delay(50));
        }
    }

    private static async Task RequestUntilAnsweredAsync(IBrokerConnection connection)
    {
        while (true)
        {
            try
            {
                (await connection.RequestAsync(new byte[10], default)).Dispose();
                return;
            }
            catch (BrokerException error) when (error is LinkLostException or UnroutableException)
            {
                // The loss was not noticed yet, or the listener's link is not there yet.
                await Task.Yield();
            }
        }
    }
}
