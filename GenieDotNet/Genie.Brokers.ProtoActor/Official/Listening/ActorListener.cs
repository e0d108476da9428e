using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.ProtoActor.Official.Listening;

/// <summary>One listener of a channel; several are chosen round robin. Its full queue makes the channel's actor wait.</summary>
/// <param name="options">Concurrency and prefetch.</param>
/// <param name="handler">Handles the messages.</param>
/// <param name="maxMessageBytes">The largest answer that is sent.</param>
/// <param name="leave">Unregisters the listener.</param>
/// <param name="release">Called once, after the handlers' answers.</param>
internal sealed class ActorListener(
    ListenOptions options, MessageHandler handler, int maxMessageBytes, Action<ActorListener> leave, Func<ValueTask> release)
    : MessageDispatcher<ActorRoute>(options, handler)
{
    protected override async ValueTask DisposeCoreAsync()
    {
        leave(this);
        await base.DisposeCoreAsync().ConfigureAwait(false);
        await release().ConfigureAwait(false);
    }

    protected override PayloadLimit AnswerLimit => new(ProtoActorDrivers.Name, maxMessageBytes);

    protected override bool WantsReply(in ActorRoute route) => route.Sender is not null;

    protected override ValueTask ReplyAsync(ActorRoute route, ReadOnlyMemory<byte> envelope)
    {
        route.Answer(envelope.ToArray());
        return ValueTask.CompletedTask;
    }

    // Proto.Actor has nothing to acknowledge.
    protected override ValueTask SettleAsync(ActorRoute route, bool handled) => ValueTask.CompletedTask;
}
