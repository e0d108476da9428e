using System.Buffers;
using System.Collections.Concurrent;
using System.Text;
using Genie.Brokers;
using Genie.Brokers.Envelopes;

namespace Genie.Messaging.Tests;

/// <summary>What holds on every system.</summary>
public abstract class MessagingTests : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private static readonly RedeliveryPolicy Quick = new() { InitialDelay = TimeSpan.FromMilliseconds(5), MaxDelay = TimeSpan.FromMilliseconds(20), DeliveriesMax = 3 };
    private readonly string _channel = $"orders-{Guid.NewGuid():n}";
    private readonly CancellationTokenSource _limit = new(Limit);

    protected CancellationToken Stop => _limit.Token;

    protected string OrdersChannel => _channel;

    [SkippableFact]
    public async Task Headers_key_and_id_arrive()
    {
        await using var client = new MessageClient(CreateBroker());
        var received = new TaskCompletionSource<(string Body, string Id, string Key, string Type, DateTimeOffset? SentAt)>();
        await using var subscription = await client.SubscribeAsync(_channel, new SubscribeOptions(), (message, _) =>
        {
            received.SetResult((Text(message.Body), message.Id, message.Key, message.Headers["Content-Type"], message.SentAt));
            return ValueTask.CompletedTask;
        }, Stop);
        await using var sender = await client.ConnectAsync(_channel, new ConnectionOptions(), Stop);

        await sender.SendAsync(new Message(Bytes("17 apples")) { Id = "o-17", Key = "customer-4", Headers = new Dictionary<string, string> { ["content-type"] = "text/plain" } }, Stop);

        var got = await received.Task.WaitAsync(Stop);
        Assert.Equal(("17 apples", "o-17", "customer-4", "text/plain"), (got.Body, got.Id, got.Key, got.Type));
        Assert.True((DateTimeOffset.UtcNow - got.SentAt!.Value).Duration() < TimeSpan.FromMinutes(5));
        Assert.Equal(SubscriptionState.Active, subscription.State);
    }

    [SkippableFact]
    public async Task A_handler_that_fails_gets_the_message_again()
    {
        await using var client = new MessageClient(CreateBroker());
        var deliveries = new ConcurrentQueue<int>();
        var failures = new ConcurrentQueue<DeliveryOutcome>();
        var handled = new TaskCompletionSource();
        var options = new SubscribeOptions
        {
            Redelivery = Quick,
            Failed = failure =>
            {
                failures.Enqueue(failure.Outcome);
                throw new NotSupportedException("A callback that throws ends nothing.");
            },
        };
        await using var subscription = await client.SubscribeAsync(_channel, options, (message, _) =>
        {
            deliveries.Enqueue(message.DeliveryCount);
            if (message.DeliveryCount < 3) throw new InvalidOperationException("the database is away");
            handled.SetResult();
            return ValueTask.CompletedTask;
        }, Stop);
        await using var sender = await client.ConnectAsync(_channel, new ConnectionOptions(), Stop);

        await sender.SendAsync(new Message(Bytes("a")), Stop);
        await handled.Task.WaitAsync(Stop);

        Assert.Equal([1, 2, 3], deliveries);
        Assert.Equal([DeliveryOutcome.Redelivered, DeliveryOutcome.Redelivered], failures);
    }

    [SkippableFact]
    public async Task A_message_can_be_sent_back_for_a_while()
    {
        await using var client = new MessageClient(CreateBroker());
        var handled = new TaskCompletionSource<int>();
        await using var subscription = await client.SubscribeAsync(_channel, new SubscribeOptions { Redelivery = Quick }, (message, _) =>
        {
            if (message.DeliveryCount == 1) message.Nack(TimeSpan.FromMilliseconds(50));
            else handled.SetResult(message.DeliveryCount);
            return ValueTask.CompletedTask;
        }, Stop);
        await using var sender = await client.ConnectAsync(_channel, new ConnectionOptions(), Stop);

        await sender.SendAsync(new Message(Bytes("not yet")), Stop);

        Assert.Equal(2, await handled.Task.WaitAsync(Stop));
    }

    [SkippableFact]
    public async Task A_request_is_answered_and_its_failure_too()
    {
        await using var client = new MessageClient(CreateBroker());
        var count = 0;
        await using var subscription = await client.SubscribeAsync(_channel, new SubscribeOptions { Redelivery = Quick }, (message, _) =>
        {
            Interlocked.Increment(ref count);
            if (Text(message.Body) == "bad") throw new FormatException("not an order");
            message.Answer = new Message(Bytes("taken")) { Headers = new Dictionary<string, string> { ["status"] = "202" } };
            return ValueTask.CompletedTask;
        }, Stop);
        await using var sender = await client.ConnectAsync(_channel, new ConnectionOptions { RequestTimeout = Limit }, Stop);

        var answer = await sender.RequestAsync(new Message(Bytes("good")), Stop);
        var refused = await Assert.ThrowsAsync<RemoteHandlerException>(async () => await sender.RequestAsync(new Message(Bytes("bad")), Stop));

        Assert.Equal(("taken", "202"), (Text(answer.Body), answer.Headers["status"]));
        Assert.Contains("not an order", refused.Message, StringComparison.Ordinal);
        Assert.Equal(2, count);
    }

    [SkippableFact]
    public async Task Messages_are_received_one_by_one_in_order()
    {
        await using var client = new MessageClient(CreateBroker());
        var received = new List<string>();
        await using var sender = await client.ConnectAsync(_channel, new ConnectionOptions(), Stop);
        var sending = await ListenThenSendAsync(client, sender, 20);

        await foreach (var message in client.ReceiveAsync(_channel, new ReceiveOptions(), Stop))
        {
            if (Text(message.Body) != "hello") received.Add(Text(message.Body));
            Assert.True(message.Ack());
            Assert.False(message.Nack());
            if (received.Count == 20) break;
        }

        await sending;
        Assert.Equal(Enumerable.Range(0, 20).Select(i => $"{i}"), received);
    }

    [SkippableFact]
    public async Task Messages_are_received_in_batches()
    {
        await using var client = new MessageClient(CreateBroker());
        await using var sender = await client.ConnectAsync(_channel, new ConnectionOptions(), Stop);
        var received = new HashSet<string>();
        var sending = await ListenThenSendAsync(client, sender, 30);

        await foreach (var batch in client.ReceiveBatchesAsync(_channel, new ReceiveOptions { BatchSizeMax = 7 }, Stop))
        {
            Assert.InRange(batch.Count, 1, 7);
            foreach (var message in batch)
            {
                if (Text(message.Body) != "hello") received.Add(Text(message.Body));
                message.Ack();
            }

            if (received.Count == 30) break;
        }

        await sending;
    }

    [SkippableFact]
    public async Task Stopping_cancels_handlers_when_it_is_asked_to_and_tells_its_states()
    {
        await using var client = new MessageClient(CreateBroker());
        var running = new TaskCompletionSource();
        var states = new ConcurrentQueue<SubscriptionState>();
        var subscription = await client.SubscribeAsync(_channel, new SubscribeOptions { StopTimeout = Limit }, async (_, cancellationToken) =>
        {
            running.TrySetResult();
            await Task.Delay(Timeout.InfiniteTimeSpan, cancellationToken);
        }, Stop);
        subscription.StateChanged += static _ => throw new NotSupportedException("A callback that throws ends nothing.");
        subscription.StateChanged += states.Enqueue;
        await using var sender = await client.ConnectAsync(_channel, new ConnectionOptions(), Stop);
        await sender.SendAsync(new Message(Bytes("long")), Stop);
        await running.Task.WaitAsync(Stop);

        await subscription.StopAsync(new CancellationToken(canceled: true)).WaitAsync(Stop);

        Assert.True(subscription.Completion.IsCompletedSuccessfully);
        Assert.Equal([SubscriptionState.Stopping, SubscriptionState.Stopped], states);
    }

    [SkippableFact]
    public async Task Messages_of_one_key_stay_in_order_over_partitions()
    {
        await using var client = new MessageClient(CreateBroker(), new MessagingOptions { Partitions = 4 });
        var received = new ConcurrentDictionary<string, ConcurrentQueue<string>>();
        var left = 60;
        var all = new TaskCompletionSource();
        await using var subscription = await client.SubscribeAsync(_channel, new SubscribeOptions(), (message, _) =>
        {
            received.GetOrAdd(message.Key, _ => []).Enqueue(Text(message.Body));
            if (Interlocked.Decrement(ref left) == 0) all.SetResult();
            return ValueTask.CompletedTask;
        }, Stop);
        await using var sender = await client.ConnectAsync(_channel, new ConnectionOptions(), Stop);

        for (var i = 0; i < 60; i++) await sender.SendAsync(new Message(Bytes($"{i}")) { Key = $"key-{i % 6}" }, Stop);
        await all.Task.WaitAsync(Stop);

        Assert.Equal(6, received.Count);
        Assert.All(received.Values, bodies => Assert.Equal(bodies.OrderBy(int.Parse), bodies));
    }

    public void Dispose()
    {
        GC.SuppressFinalize(this);
        _limit.Dispose();
    }

    protected abstract IBroker CreateBroker();

    protected static RedeliveryPolicy QuickRedelivery => Quick;

    /// <summary>What clients of others say of messages, and no application could.</summary>
    protected static IReadOnlyList<MessageHeaders> ForeignHeaders { get; } =
    [
        new() { Id = "long-key", Key = new string('k', 1_500) },
        new() { Id = "spaced", Values = new Dictionary<string, string> { ["user name"] = "Ada" } },
        new() { Id = "unnamed", Values = new Dictionary<string, string> { [""] = "nothing" } },
        new() { Id = new string('i', 300) },
        new() { Id = "long-header", Values = new Dictionary<string, string> { ["note"] = new string('n', 65_450) } },
    ];

    protected static bool IsOf(Message message, MessageHeaders headers) => message.Id == headers.Id && message.Key == headers.Key && message.Headers.SequenceEqual(headers.Values);

    protected static ReadOnlyMemory<byte> Envelope(MessageHeaders headers)
    {
        var bytes = new ArrayBufferWriter<byte>();
        MessageEnvelope.Write(bytes, headers, "body"u8);
        return bytes.WrittenMemory;
    }

    protected static byte[] Bytes(string text) => Encoding.UTF8.GetBytes(text);

    protected static string Text(ReadOnlyMemory<byte> bytes) => Encoding.UTF8.GetString(bytes.Span);

    // Systems that keep nothing need the listener first: whoever sends says hello until it is there, and the numbers after that.
    private async Task<Task> ListenThenSendAsync(MessageClient client, MessageSender sender, int count)
    {
        if (client.Traits.HoldsWithoutListener)
        {
            await using var first = await client.SubscribeAsync(_channel, new SubscribeOptions(), (_, _) => ValueTask.CompletedTask, Stop);
        }

        return Task.Run(async () =>
        {
            if (!client.Traits.HoldsWithoutListener) await AnnounceAsync(sender);
            for (var i = 0; i < count; i++) await sender.SendAsync(new Message(Bytes($"{i}")), Stop);
        }, Stop);
    }

    private async Task AnnounceAsync(MessageSender sender)
    {
        while (true)
        {
            try
            {
                await sender.RequestAsync(new Message(Bytes("hello")), Stop);
                return;
            }
            catch (BrokerException) when (!Stop.IsCancellationRequested)
            {
                await Task.Delay(20, Stop);
            }
        }
    }
}
