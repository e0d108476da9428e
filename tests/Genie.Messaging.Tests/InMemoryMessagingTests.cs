using Genie.Brokers;
using Genie.Brokers.InMemory;
using Genie.Messaging.DeadLetters;

namespace Genie.Messaging.Tests;

public sealed class InMemoryMessagingTests : MessagingTests
{
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

    protected override IBroker CreateBroker() => new InMemoryBroker(new InMemoryOptions());

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
