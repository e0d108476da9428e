using System.Collections.Concurrent;
using Genie.Brokers;
using Genie.Testing;

namespace Genie.Messaging.Tests;

/// <summary>What holds where the system keeps messages without a listener.</summary>
public abstract class DeadLetterTests : MessagingTests
{
    // Between two messages of a server on a machine that is busy.
    private static readonly TimeSpan QuietTime = TimeSpan.FromSeconds(3);

    [SkippableFact]
    public async Task A_message_that_fails_too_often_is_kept_with_its_reason_and_can_be_sent_again()
    {
        await using var client = new MessageClient(CreateBroker());
        var outcomes = new ConcurrentQueue<DeliveryOutcome>();
        var dead = new TaskCompletionSource();
        var healed = false;
        var handled = new TaskCompletionSource<string>();
        var options = new SubscribeOptions
        {
            Redelivery = QuickRedelivery,
            Failed = failure =>
            {
                outcomes.Enqueue(failure.Outcome);
                if (failure.Outcome == DeliveryOutcome.DeadLettered) dead.SetResult();
            },
        };
        await using var subscription = await client.SubscribeAsync(OrdersChannel, options, (message, _) =>
        {
            if (!Volatile.Read(ref healed)) throw new InvalidOperationException("no such customer");
            handled.SetResult(message.Id);
            return ValueTask.CompletedTask;
        }, Stop);
        await using var sender = await client.ConnectAsync(OrdersChannel, new ConnectionOptions(), Stop);

        await sender.SendAsync(new Message(Bytes("17 apples")) { Id = "o-17", Headers = new Dictionary<string, string> { ["kind"] = "fruit" } }, Stop);
        await dead.Task.WaitAsync(Stop);
        Assert.Equal([DeliveryOutcome.Redelivered, DeliveryOutcome.Redelivered, DeliveryOutcome.DeadLettered], outcomes);

        var letters = client.DeadLettersOf(OrdersChannel);
        var letter = Assert.Single(await letters.ListAsync(10, QuietTime, Stop));
        Assert.Equal(("o-17", "17 apples", OrdersChannel, 3), (letter.Message.Id, Text(letter.Message.Body), letter.Channel, letter.DeliveryCount));
        Assert.Contains("no such customer", letter.Reason, StringComparison.Ordinal);
        Assert.Equal("fruit", Assert.Single(letter.Message.Headers).Value);

        Volatile.Write(ref healed, true);
        Assert.Equal(1, await letters.ReplayAsync(10, QuietTime, Stop));
        Assert.Equal("o-17", await handled.Task.WaitAsync(Stop));
        Assert.Empty(await letters.ListAsync(10, QuietTime, Stop));
    }

    [SkippableFact]
    public async Task A_handler_can_give_a_message_up_and_bytes_that_nobody_can_read_are_given_up()
    {
        var broker = CreateBroker();
        await using var client = new MessageClient(broker);
        var reasons = new ConcurrentQueue<string>();
        var both = new CountdownEvent(2);
        var options = new SubscribeOptions
        {
            Failed = failure =>
            {
                reasons.Enqueue(failure.Reason);
                both.Signal();
            },
        };
        await using var subscription = await client.SubscribeAsync(OrdersChannel, options, (message, _) =>
        {
            message.DeadLetter("the customer is gone");
            return ValueTask.CompletedTask;
        }, Stop);
        await using var sender = await client.ConnectAsync(OrdersChannel, new ConnectionOptions(), Stop);
        await using var raw = await broker.ConnectAsync(OrdersChannel, new ConnectionOptions(), Stop);

        await sender.SendAsync(new Message(Bytes("x")), Stop);
        await raw.SendAsync(new byte[] { 0xB9, 0x47, 0x4D, 0x01, 0, 255, 255, 255, 255, 1 }, Stop);
        await Task.Run(() => both.Wait(Stop), Stop);

        var letters = await client.DeadLettersOf(OrdersChannel).ListAsync(10, QuietTime, Stop);
        Assert.Equal(2, letters.Count);
        Assert.Contains("the customer is gone", reasons);
        Assert.Contains(letters, letter => letter.Reason.Contains("cannot be read", StringComparison.Ordinal));
        Assert.Equal(2, await client.DeadLettersOf(OrdersChannel).RemoveAsync(10, QuietTime, Stop));
    }

    [SkippableFact]
    public async Task Whatever_was_received_is_kept_once_and_can_be_sent_again()
    {
        var broker = CreateBroker();
        await using var client = new MessageClient(broker);
        var bodyBytes = new List<int>();
        if (client.Traits.MaxPayloadBytes <= 8 << 20) bodyBytes.AddRange([(int)client.Traits.MaxPayloadBytes - 100, (int)client.Traits.MaxPayloadBytes - 400]);
        var (outcomes, handled, isHealed) = (new ConcurrentQueue<DeliveryOutcome>(), new ConcurrentQueue<ReceivedMessage>(), false);
        var options = new SubscribeOptions { Redelivery = QuickRedelivery, Failed = failure => outcomes.Enqueue(failure.Outcome) };
        await using var subscription = await client.SubscribeAsync(OrdersChannel, options, (message, _) =>
        {
            if (!Volatile.Read(ref isHealed)) throw new InvalidOperationException("no such customer\n" + new string('?', 500));
            handled.Enqueue(message);
            return ValueTask.CompletedTask;
        }, Stop);
        await using var raw = await broker.ConnectAsync(OrdersChannel, new ConnectionOptions(), Stop);
        await using var sender = await client.ConnectAsync(OrdersChannel, new ConnectionOptions(), Stop);
        foreach (var headers in ForeignHeaders) await raw.SendAsync(Envelope(headers), Stop);
        foreach (var length in bodyBytes) await sender.SendAsync(new Message(new byte[length]) { Id = Guid.NewGuid().ToString() }, Stop);
        var count = ForeignHeaders.Count + bodyBytes.Count;
        await Until.TrueAsync(() => outcomes.Count >= 3 * count);

        var letters = await client.DeadLettersOf(OrdersChannel).ListAsync(100, QuietTime, Stop);
        Assert.Equal(3 * count, outcomes.Count);
        Assert.Equal(count, letters.Count);
        Assert.All(letters, static letter => Assert.Equal(3, letter.DeliveryCount));
        Assert.All(ForeignHeaders, headers => Assert.Contains(letters, letter => IsOf(letter.Message, headers)));
        Assert.All(letters.Where(static letter => letter.Message.Body.Length == 4), static letter => Assert.StartsWith("InvalidOperationException: no such customer ?", letter.Reason, StringComparison.Ordinal));
        Assert.Equal(bodyBytes, letters.Where(static letter => letter.Shortened == "reason").Select(static letter => letter.Message.Body.Length).OrderDescending());

        Volatile.Write(ref isHealed, true);
        Assert.Equal(count, await client.DeadLettersOf(OrdersChannel).ReplayAsync(100, QuietTime, Stop));
        await Until.TrueAsync(() => handled.Count >= count);
        Assert.All(ForeignHeaders, headers => Assert.Single(handled, message => IsOf(message.ToMessage(), headers)));
    }

    [SkippableFact]
    public async Task What_is_not_settled_when_the_loop_is_left_comes_again()
    {
        await using var client = new MessageClient(CreateBroker());
        await using var sender = await client.ConnectAsync(OrdersChannel, new ConnectionOptions(), Stop);
        await using (await client.SubscribeAsync(OrdersChannel, new SubscribeOptions(), (_, _) => ValueTask.CompletedTask, Stop))
        {
            // From its first listener on the channel keeps what is sent.
        }

        await sender.SendAsync(new Message(Bytes("a")), Stop);
        await foreach (var message in client.ReceiveAsync(OrdersChannel, new ReceiveOptions(), Stop)) break;

        await foreach (var message in client.ReceiveAsync(OrdersChannel, new ReceiveOptions(), Stop))
        {
            Assert.Equal("a", Text(message.Body));
            Assert.True(message.Ack());
            break;
        }
    }
}
