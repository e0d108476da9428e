using System.Collections.Concurrent;
using System.Diagnostics;
using Genie.Brokers;
using Genie.Brokers.InMemory;
using Genie.Messaging.DeadLetters;
using Genie.Testing;

namespace Genie.Messaging.Tests;

public sealed class InMemoryMessagingTests : MessagingTests
{
    [Fact]
    public async Task A_message_has_one_dead_letter_at_once_though_nobody_listens_to_them()
    {
        await using var client = new MessageClient(CreateBroker());
        var outcomes = new ConcurrentQueue<DeliveryOutcome>();
        var options = new SubscribeOptions { Redelivery = QuickRedelivery with { DeliveriesMax = 2 }, Failed = failure => outcomes.Enqueue(failure.Outcome) };
        await using var subscription = await client.SubscribeAsync(OrdersChannel, options, (_, _) => throw new InvalidOperationException("never"), Stop);
        await using var sender = await client.ConnectAsync(OrdersChannel, new ConnectionOptions(), Stop);
        var begun = Stopwatch.GetTimestamp();
        var room = (int)client.Traits.MaxPayloadBytes - LetterFormat.Bytes(new Message(default) { Id = "100 below" }, DateTimeOffset.UnixEpoch).Length;

        // None has room for all that is said of it, the last one for nothing.
        var bodies = new[] { 3, room - 100, room - 40, room };
        foreach (var length in bodies) await sender.SendAsync(new Message(new byte[length]) { Id = "100 below" }, Stop);
        await Until.TrueAsync(() => outcomes.Count == 2 * bodies.Length);
        Assert.InRange(Stopwatch.GetElapsedTime(begun), TimeSpan.Zero, new ConnectionOptions().RequestTimeout);

        var letters = await LettersAsync(client, bodies.Length);
        Assert.Equal(bodies.Length, outcomes.Count(static outcome => outcome == DeliveryOutcome.DeadLettered));
        Assert.Equal(bodies, letters.Select(static letter => letter.Message.Body.Length).Order());
        Assert.Equal([0, 2, 2, 2], letters.Select(static letter => letter.DeliveryCount).Order());
        Assert.Equal(["", "reason", "reason", "reason"], letters.Select(static letter => letter.Shortened).Order(StringComparer.Ordinal));
        Assert.All(letters, letter => Assert.Equal(("100 below", OrdersChannel), (letter.Message.Id, letter.Channel)));
    }

    [Fact]
    public async Task Whatever_was_received_has_its_dead_letter()
    {
        var broker = CreateBroker();
        await using var client = new MessageClient(broker);
        await using var subscription = await client.SubscribeAsync(OrdersChannel, new SubscribeOptions { Redelivery = QuickRedelivery }, (_, _) => throw new InvalidOperationException("never\r\nmind"), Stop);
        await using var raw = await broker.ConnectAsync(OrdersChannel, new ConnectionOptions(), Stop);
        foreach (var headers in ForeignHeaders) await raw.SendAsync(Envelope(headers), Stop);

        var letters = await LettersAsync(client, ForeignHeaders.Count);

        Assert.All(ForeignHeaders, headers => Assert.Contains(letters, letter => IsOf(letter.Message, headers)));
        Assert.All(letters, static letter => Assert.Equal((3, "InvalidOperationException: never  mind", ""), (letter.DeliveryCount, letter.Reason, letter.Shortened)));
    }

    [Fact]
    public void A_letter_that_the_system_takes_in_part_says_so()
    {
        var message = new Message(new byte[5_000]) { Id = new string('i', 300), Headers = new Dictionary<string, string> { [""] = "nothing" } };
        var letter = new DeadLetter(message, OrdersChannel, new string('\u20AC', 3_000), 3, DateTimeOffset.UnixEpoch);
        var shown = new List<string>();
        foreach (var form in Enum.GetValues<LetterForm>())
        {
            if (LetterFormat.Write(letter, form, 4_000) is not { } bytes) continue;
            Assert.InRange(bytes.Length, 1, 4_000);
            var read = DeadLetter.Read(new ReceivedMessage(OrdersChannel, MessageFormat.Read(bytes), 1), OrdersChannel);
            shown.Add($"{form}: {read.Message.Id.Length} {read.Message.Headers.Count} {read.DeliveryCount} {read.Shortened}");
            Assert.InRange(read.Message.Body.Length, 1_000, 4_999);
        }

        Assert.Equal(["Cut: 300 1 3 reason, body of 5000 bytes"], shown);
    }

    [Fact]
    public void A_letter_is_never_larger_than_the_limit_and_says_as_much_as_it_may()
    {
        var letter = new DeadLetter(new Message(new byte[50]) { Id = "i" }, OrdersChannel, new string('\u20AC', 900), 3, DateTimeOffset.UnixEpoch);
        var said = -1;
        for (var limit = 60; limit < 4_000; limit++)
        {
            if (Enum.GetValues<LetterForm>().Select(form => LetterFormat.Write(letter, form, limit)).FirstOrDefault(static bytes => bytes is not null) is not { } first) continue;
            Assert.InRange(first.Length, 50, limit);
            var read = DeadLetter.Read(new ReceivedMessage(OrdersChannel, MessageFormat.Read(first), 1), OrdersChannel);
            Assert.Equal((50, "i"), (read.Message.Body.Length, read.Message.Id));
            var says = read.DeliveryCount + read.Reason.Count(static each => each == '\u20AC');
            Assert.True(says >= said - 1, $"at {limit}");
            said = Math.Max(said, says);
        }

        Assert.Equal(903, said);
    }

    [Fact]
    public async Task Without_dead_letters_a_message_is_given_up_and_that_is_reported()
    {
        await using var client = new MessageClient(CreateBroker());
        var givenUp = new TaskCompletionSource<DeliveryFailure>();
        var options = new SubscribeOptions
        {
            Redelivery = QuickRedelivery,
            DeadLetters = new Sink(_ => throw new IOException("the sink is away")),
            Failed = failure =>
            {
                if (failure.Outcome == DeliveryOutcome.GivenUp) givenUp.TrySetResult(failure);
            },
        };
        var subscription = await client.SubscribeAsync(OrdersChannel, options, (_, _) => throw new InvalidOperationException("never"), Stop);
        await using var sender = await client.ConnectAsync(OrdersChannel, new ConnectionOptions(), Stop);
        await sender.SendAsync(new Message(Bytes("a")), Stop);
        await Task.Delay(100, Stop);

        // It waits for its next delivery, and its sink does not keep it either.
        await subscription.StopAsync(Stop);

        Assert.Contains("the sink is away", (await givenUp.Task.WaitAsync(Stop)).Reason, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_sink_of_ones_own_gets_what_failed_too_often()
    {
        await using var client = new MessageClient(CreateBroker());
        var kept = new TaskCompletionSource<DeadLetter>();
        var options = new SubscribeOptions { Redelivery = QuickRedelivery, DeadLetters = new Sink(kept.SetResult) };
        await using var subscription = await client.SubscribeAsync(OrdersChannel, options, (_, _) => throw new InvalidOperationException("never"), Stop);
        await using var sender = await client.ConnectAsync(OrdersChannel, new ConnectionOptions(), Stop);

        await sender.SendAsync(new Message(Bytes("a")) { Id = "7" }, Stop);

        var letter = await kept.Task.WaitAsync(Stop);
        Assert.Equal(("7", 3), (letter.Message.Id, letter.DeliveryCount));
        Assert.Contains("never", letter.Reason, StringComparison.Ordinal);
    }

    protected override IBroker CreateBroker() => new InMemoryBroker(new InMemoryOptions { MaxPayloadBytes = 1 << 20 });

    // In memory what is read is gone.
    private async Task<List<DeadLetter>> LettersAsync(MessageClient client, int count)
    {
        var letters = new ConcurrentQueue<DeadLetter>();
        await using var reading = await client.SubscribeAsync(ChannelDeadLetters.ChannelOf(OrdersChannel), new SubscribeOptions { DeadLetters = new Sink(static _ => { }) }, (message, _) =>
        {
            letters.Enqueue(DeadLetter.Read(message, OrdersChannel));
            return ValueTask.CompletedTask;
        }, Stop);
        await Until.TrueAsync(() => letters.Count >= count);
        await Task.Delay(50, Stop);
        return [.. letters];
    }

    private sealed class Sink(Action<DeadLetter> put) : IDeadLetterSink
    {
        public ValueTask OpenAsync(MessageClient client, string channel, CancellationToken cancellationToken) => ValueTask.CompletedTask;

        public ValueTask PutAsync(DeadLetter letter, CancellationToken cancellationToken)
        {
            put(letter);
            return ValueTask.CompletedTask;
        }

        public ValueTask CloseAsync() => ValueTask.CompletedTask;
    }
}
