using System.Buffers;

namespace Genie.Brokers.InMemory.Tests;

public sealed class DriverTests
{
    public static TheoryData<string> Names() => [.. InMemoryDrivers.All.Select(driver => driver.Broker)];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Answers_and_errors_come_back_whether_the_handler_ends_at_once_or_later(string name)
    {
        await using var broker = Create(name);
        await using var listener = await broker.ListenAsync("c", new ListenOptions { Concurrency = 2 }, async (message, reply, token) =>
        {
            var text = message.ToArray();
            if (text[0] % 2 == 0) await Task.Delay(1, token);
            if (text[0] % 3 == 0) throw new InvalidOperationException($"no {text[0]}");
            reply.Write(text);
        }, CancellationToken.None);
        await using var connection = await broker.ConnectAsync("c", new ConnectionOptions(), CancellationToken.None);
        var requests = Enumerable.Range(0, 100).Select(i => connection.RequestAsync(new[] { (byte)i }, CancellationToken.None).AsTask()).ToArray();
        for (var i = 0; i < requests.Length; i++)
        {
            if (i % 3 == 0)
            {
                Assert.Contains($"no {i}", (await Assert.ThrowsAsync<RemoteHandlerException>(() => requests[i])).Message, StringComparison.Ordinal);
                continue;
            }

            using var reply = await requests[i];
            Assert.Equal([(byte)i], reply.Payload.ToArray());
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task A_request_longer_than_its_time_out_ends_and_its_answer_is_late(string name)
    {
        await using var broker = Create(name);
        var leave = new TaskCompletionSource();
        var listener = await broker.ListenAsync("c", new ListenOptions(), async (_, _, _) => await leave.Task, CancellationToken.None);
        await using var connection = await broker.ConnectAsync("c", new ConnectionOptions { RequestTimeout = TimeSpan.FromMilliseconds(50) }, CancellationToken.None);
        await Assert.ThrowsAsync<RequestTimeoutException>(async () => await connection.RequestAsync(new byte[1], CancellationToken.None));
        leave.SetResult();
        await listener.DisposeAsync();
        Assert.Equal(1, connection.LateReplies);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Listeners_of_a_channel_share_its_messages_and_may_come_and_go(string name)
    {
        await using var broker = Create(name);
        await using var connection = await broker.ConnectAsync("c", new ConnectionOptions(), CancellationToken.None);
        await using var first = await broker.ListenAsync("c", new ListenOptions(), Signed(1), CancellationToken.None);
        var second = await broker.ListenAsync("c", new ListenOptions { Concurrency = 3 }, Signed(2), CancellationToken.None);
        var leaving = Task.CompletedTask;
        for (var i = 0; i < 500; i++)
        {
            if (i == 250) leaving = second.DisposeAsync().AsTask();
            var batch = Enumerable.Range(0, 8).Select(_ => connection.RequestAsync(new byte[1], CancellationToken.None).AsTask()).ToArray();
            foreach (var request in batch)
            {
                using var reply = await request;
                Assert.Contains(reply.Payload.Span[0], new byte[] { 1, 2 });
            }
        }

        await leaving;
        for (var i = 0; i < 50; i++)
        {
            using var reply = await connection.RequestAsync(new byte[1], CancellationToken.None);
            Assert.Equal([1], reply.Payload.ToArray());
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task What_cannot_be_done_is_said(string name)
    {
        var broker = Create(name);
        await Assert.ThrowsAsync<ConfirmationNotSupportedException>(async () =>
            await broker.ConnectAsync("c", new ConnectionOptions { Confirmation = Confirmation.Persisted }, CancellationToken.None));
        await using var listener = await broker.ListenAsync("c", new ListenOptions(), Signed(1), CancellationToken.None);
        await using var connection = await broker.ConnectAsync("c", new ConnectionOptions(), CancellationToken.None);
        var large = new byte[broker.Traits.MaxPayloadBytes + 1];
        await Assert.ThrowsAsync<PayloadTooLargeException>(async () => await connection.RequestAsync(large, CancellationToken.None));
        await Assert.ThrowsAsync<PayloadTooLargeException>(async () => await connection.SendAsync(large, CancellationToken.None));
        await broker.DisposeAsync();
        await broker.DisposeAsync();
        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await connection.RequestAsync(new byte[1], CancellationToken.None));
        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await connection.SendAsync(new byte[1], CancellationToken.None));
        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await broker.ConnectAsync("c", new ConnectionOptions(), CancellationToken.None));
    }

    [Fact]
    public async Task With_no_broker_and_no_listener_a_message_is_unroutable()
    {
        await using var broker = Create("none");
        await using var connection = await broker.ConnectAsync("c", new ConnectionOptions(), CancellationToken.None);
        await Assert.ThrowsAsync<UnroutableException>(async () => await connection.SendAsync(new byte[1], CancellationToken.None));
        await Assert.ThrowsAsync<UnroutableException>(async () => await connection.RequestAsync(new byte[1], CancellationToken.None));
    }

    [Fact]
    public async Task In_memory_messages_wait_for_a_listener_in_order_and_a_full_queue_makes_senders_wait()
    {
        await using var broker = new InMemoryBroker(new InMemoryOptions { QueueCapacity = 10 });
        await using var connection = await broker.ConnectAsync("c", new ConnectionOptions(), CancellationToken.None);
        for (byte i = 0; i < 10; i++) await connection.SendAsync(new[] { i }, CancellationToken.None);
        var eleventh = connection.SendAsync(new byte[] { 10 }, CancellationToken.None).AsTask();
        using var cancellation = new CancellationTokenSource();
        var cancelled = connection.SendAsync(new byte[] { 99 }, cancellation.Token).AsTask();
        Assert.False(eleventh.IsCompleted || cancelled.IsCompleted);
        await cancellation.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => cancelled);

        var (seen, all) = (new List<byte>(), new TaskCompletionSource());
        await using var listener = await broker.ListenAsync("c", new ListenOptions(), (message, _, _) =>
        {
            seen.Add(message.FirstSpan[0]);
            if (seen.Count == 11) all.SetResult();
            return ValueTask.CompletedTask;
        }, CancellationToken.None);
        await eleventh;
        await all.Task;
        Assert.Equal(Enumerable.Range(0, 11).Select(i => (byte)i), seen);
    }

    [Theory]
    [InlineData(1, Delivery.Competing)]
    [InlineData(2, Delivery.Competing)]
    [InlineData(7, Delivery.Competing)]
    [InlineData(1, Delivery.Broadcast)]
    [InlineData(7, Delivery.Broadcast)]
    public async Task In_memory_senders_that_wait_for_a_full_queue_keep_their_order(int capacity, Delivery delivery)
    {
        const int Messages = 2_000;
        await using var broker = new InMemoryBroker(new InMemoryOptions { QueueCapacity = capacity });
        await using var connection = await broker.ConnectAsync("c", new ConnectionOptions { Delivery = delivery }, CancellationToken.None);
        List<List<int>> seen = [];
        List<IAsyncDisposable> listeners = [];
        List<Task> ends = [];
        for (var i = 0; i < (delivery == Delivery.Broadcast ? 3 : 1); i++)
        {
            var (mine, all, pause) = (new List<int>(), new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously), i + 2);
            seen.Add(mine);
            ends.Add(all.Task);
            listeners.Add(await broker.ListenAsync("c", new ListenOptions { Delivery = delivery }, async (message, _, _) =>
            {
                mine.Add(BitConverter.ToInt32(message.FirstSpan));
                if (mine.Count == Messages) all.SetResult();
                if (mine.Count % pause == 0) await Task.Yield();
            }, CancellationToken.None));
        }

        // A window of four that is refilled at any time, as a publisher's.
        var window = new Queue<Task>();
        for (var i = 0; i < Messages; i++)
        {
            if (window.Count == 4) await window.Dequeue();
            window.Enqueue(connection.SendAsync(BitConverter.GetBytes(i), CancellationToken.None).AsTask());
        }

        await Task.WhenAll([.. window, .. ends]).WaitAsync(TimeSpan.FromMinutes(1));
        foreach (var listener in listeners) await listener.DisposeAsync();
        Assert.All(seen, mine => Assert.Equal(Enumerable.Range(0, Messages), mine));
    }

    [Fact]
    public async Task In_memory_a_listener_that_leaves_keeps_nobody_waiting()
    {
        await using var broker = new InMemoryBroker(new InMemoryOptions { QueueCapacity = 1 });
        await using var connection = await broker.ConnectAsync("c", new ConnectionOptions { Delivery = Delivery.Broadcast }, CancellationToken.None);
        var leave = new TaskCompletionSource();
        var listener = await broker.ListenAsync("c", new ListenOptions { Delivery = Delivery.Broadcast }, async (_, _, _) => await leave.Task, CancellationToken.None);
        Task[] sends = [.. Enumerable.Range(0, 6).Select(_ => connection.SendAsync(new byte[1], CancellationToken.None).AsTask())];
        Assert.False(sends[^1].IsCompleted);
        var leaving = listener.DisposeAsync().AsTask();
        leave.SetResult();
        await leaving;
        await Task.WhenAll(sends).WaitAsync(TimeSpan.FromMinutes(1));
    }

    [Fact]
    public async Task Accepted_means_that_the_handler_has_ended()
    {
        await using var broker = Create("inmemory");
        var leave = new TaskCompletionSource();
        await using var listener = await broker.ListenAsync("c", new ListenOptions(), async (_, _, _) => await leave.Task, CancellationToken.None);
        await using var buffered = await broker.ConnectAsync("c", new ConnectionOptions(), CancellationToken.None);
        await using var accepted = await broker.ConnectAsync("c", new ConnectionOptions { Confirmation = Confirmation.Accepted }, CancellationToken.None);
        await buffered.SendAsync(new byte[1], CancellationToken.None);
        var send = accepted.SendAsync(new byte[1], CancellationToken.None).AsTask();
        Assert.False(send.IsCompleted);
        leave.SetResult();
        await send;
    }

    private static IBroker Create(string name)
    {
        var driver = InMemoryDrivers.All.Single(candidate => candidate.Broker == name);
        return driver.Create(Activator.CreateInstance(driver.OptionsType)!);
    }

    private static MessageHandler Signed(byte signature) => (_, reply, _) =>
    {
        reply.Write([signature]);
        return ValueTask.CompletedTask;
    };
}
