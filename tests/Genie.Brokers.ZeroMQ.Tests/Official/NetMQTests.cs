using Genie.Brokers.ZeroMQ.Official;
using Genie.Testing;

namespace Genie.Brokers.ZeroMQ.Tests.Official;

public sealed class NetMQTests
{
    private static readonly MessageHandler Nothing = (_, _, _) => ValueTask.CompletedTask;
    private static readonly NetMQDriver Driver = new();
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(60);

    [Fact]
    public void What_NetMQ_lacks_is_refused_by_name()
    {
        var options = new ZeroMQOptions();
        Assert.Contains("PLAIN", Assert.Throws<BrokerSettingException>(() => Driver.Create(options with { Url = new Uri("tcp://ann:secret@127.0.0.1") })).Message, StringComparison.Ordinal);
        Assert.Contains("PUSH", Assert.Throws<BrokerSettingException>(() => Driver.Create(options with { OneWay = OneWaySocket.Push })).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_port_of_another_program_gives_a_clear_error()
    {
        using var other = new System.Net.Sockets.TcpListener(System.Net.IPAddress.Loopback, 0);
        other.Start();
        var port = ((System.Net.IPEndPoint)other.LocalEndpoint).Port;
        await using var broker = Driver.Create(new ZeroMQOptions { Url = new Uri($"tcp://127.0.0.1:{port}") });
        var error = await Assert.ThrowsAsync<CannotBindException>(async () => await broker.ListenAsync("c", new ListenOptions(), Nothing, default));
        Assert.Contains($"{port}", error.Message, StringComparison.Ordinal);
    }

    /// <summary>What waits for the listener fills the high-water mark and the client's own bound; the next sender waits, and all arrive.</summary>
    [Fact]
    public async Task Senders_wait_at_the_high_water_mark_and_nothing_is_dropped()
    {
        var options = Brokerless.FreePort() with { HighWaterMarkMessages = 16 };
        await using var broker = Driver.Create(options);
        await using var connection = await broker.ConnectAsync("c", new ConnectionOptions { MaxInFlight = 8 }, default);
        var sent = new List<Task>();
        for (byte number = 0; number < 100; number++) sent.Add(connection.SendAsync(new[] { number }, default).AsTask());
        await Until.TrueAsync(() => sent.Count(task => task.IsCompleted) >= 16 + 8);
        Assert.False(sent[16 + 8 + 1].IsCompleted);

        var received = new List<byte>();
        await using var listener = await broker.ListenAsync("c", new ListenOptions(), (message, _, _) =>
        {
            lock (received) received.Add(message.FirstSpan[0]);
            return ValueTask.CompletedTask;
        }, default);
        await Task.WhenAll(sent);
        await Until.TrueAsync(() => Count() == sent.Count);
        Assert.Equal(Enumerable.Range(0, sent.Count).Select(number => (byte)number), received);

        int Count()
        {
            lock (received) return received.Count;
        }
    }

    [Fact]
    public async Task A_listener_that_comes_back_is_found_again_and_no_request_is_left_pending()
    {
        await using var broker = Driver.Create(Brokerless.FreePort());
        var started = new TaskCompletionSource();
        var first = await broker.ListenAsync("c", new ListenOptions(), (_, _, _) =>
        {
            started.TrySetResult();
            return ValueTask.CompletedTask;
        }, default);
        await using var connection = await broker.ConnectAsync("c", new ConnectionOptions { RequestTimeout = TimeSpan.FromHours(1) }, default);
        (await connection.RequestAsync(new byte[1], default)).Dispose();
        await started.Task;
        await first.DisposeAsync();

        await using var second = await broker.ListenAsync("c", new ListenOptions(), Nothing, default);
        using var timeout = new CancellationTokenSource(Timeout);
        while (!await IsAnsweredAsync(connection, timeout.Token)) await Task.Delay(10, timeout.Token);
    }

    /// <summary>More than the high-water mark and the client's own bound hold: the later ones find no room.</summary>
    [Fact]
    public async Task Where_nobody_listens_each_request_and_each_flush_ends_in_time()
    {
        await using var broker = Driver.Create(Brokerless.FreePort() with { HighWaterMarkMessages = 1 });
        await using var connection = await broker.ConnectAsync("c", new ConnectionOptions { MaxInFlight = 1, RequestTimeout = TimeSpan.FromMilliseconds(100) }, default);
        for (var i = 0; i < 10; i++)
        {
            await Assert.ThrowsAsync<RequestTimeoutException>(() => connection.RequestAsync(new byte[1], default).AsTask().WaitAsync(Timeout));
            await Assert.ThrowsAsync<RequestTimeoutException>(() => connection.FlushAsync(default).AsTask().WaitAsync(Timeout));
        }
    }

    private static async Task<bool> IsAnsweredAsync(IBrokerConnection connection, CancellationToken cancellationToken)
    {
        try
        {
            (await connection.RequestAsync(new byte[1], cancellationToken)).Dispose();
            return true;
        }
        catch (LinkLostException)
        {
            return false;
        }
    }
}
