using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Orleans.Official.Listening;

/// <summary>One listener of a channel; several of a silo are chosen round robin. Its full queue makes the channel's grains wait.</summary>
/// <param name="endpoint">Says how large an answer may be.</param>
/// <param name="options">Concurrency and prefetch.</param>
/// <param name="handler">Handles the messages.</param>
/// <param name="leave">Unregisters the listener.</param>
internal sealed class StreamListener(OrleansEndpoint endpoint, ListenOptions options, MessageHandler handler, Action<StreamListener> leave)
    : MessageDispatcher<StreamRoute>(options, handler)
{
    protected override PayloadLimit AnswerLimit => endpoint.Limit;

    protected override bool WantsReply(in StreamRoute route) => route.Answer is not null;

    protected override ValueTask ReplyAsync(StreamRoute route, ReadOnlyMemory<byte> envelope)
    {
        route.Answer!.TrySetResult(envelope.ToArray());
        return ValueTask.CompletedTask;
    }

    // Orleans has nothing to acknowledge.
    protected override ValueTask SettleAsync(StreamRoute route, bool handled) => ValueTask.CompletedTask;

    protected override ValueTask ReturnAsync(StreamRoute route)
    {
        route.Answer?.TrySetResult(null);
        return ValueTask.CompletedTask;
    }

    protected override ValueTask DisposeCoreAsync()
    {
        leave(this);
        return base.DisposeCoreAsync();
    }
}
