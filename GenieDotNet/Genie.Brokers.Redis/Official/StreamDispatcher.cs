using Genie.Brokers.Multiplexing;
using StackExchange.Redis;

namespace Genie.Brokers.Redis.Official;

/// <summary>Handles the messages of one session, publishes answers to their senders and settles.</summary>
/// <param name="limit">The largest answer.</param>
/// <param name="database">Where answers go out.</param>
/// <param name="settlements">Takes handled messages off the stream.</param>
/// <param name="window">Has room again for each that was settled.</param>
/// <param name="options">As given by the user.</param>
/// <param name="handler">The user's.</param>
/// <param name="isOver">True once the session has ended: what is not settled then comes again.</param>
internal sealed class StreamDispatcher(
    PayloadLimit limit, IDatabase database, Settlements settlements, ReceiveWindow window, ListenOptions options, MessageHandler handler, Func<bool> isOver)
    : MessageDispatcher<RedisDelivery>(options, handler)
{
    protected override PayloadLimit AnswerLimit => limit;

    // What is not acknowledged stays this listener's, and another's when this one gives no sign of life any more.
    protected override bool Redelivers(in RedisDelivery route) => true;

    protected override ValueTask<bool> IsGoneAsync(RedisDelivery route, CancellationToken ending) => ValueTask.FromResult(isOver());

    protected override bool WantsReply(in RedisDelivery route) => route.ReplyTo is not null;

    protected override ValueTask ReplyAsync(RedisDelivery route, ReadOnlyMemory<byte> envelope)
    {
        // Nobody waits for the server's word on it: if it is lost with the link, so is the settlement behind it, and the request comes again.
        if (!isOver()) _ = database.PublishAsync(RedisChannel.Literal(route.ReplyTo!), AnswerFrame.Compose(route.Correlation, envelope.Span), CommandFlags.FireAndForget);
        return ValueTask.CompletedTask;
    }

    protected override ValueTask SettleAsync(RedisDelivery route, bool handled)
    {
        // A handler that was cut short by the end of the session has not judged its message, nor has its answer left.
        if (isOver() && (!handled || route.ReplyTo is not null)) return ValueTask.CompletedTask;
        settlements.Add(route.Id);
        window.GiveBack();
        return ValueTask.CompletedTask;
    }
}
