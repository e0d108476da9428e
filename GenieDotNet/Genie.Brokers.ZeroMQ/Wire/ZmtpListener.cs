using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.Sharing;

namespace Genie.Brokers.ZeroMQ.Wire;

/// <summary>One listener of a channel at an endpoint; several are chosen round robin. Its full queue stops the reading of the link that
/// brings more: the receiving high-water mark.</summary>
internal sealed class ZmtpListener(
    ChannelListeners<ZmtpListener> listeners, string channel, int messageBytesMax, ListenOptions options, MessageHandler handler, Func<ValueTask> release)
    : MessageDispatcher<ZmtpRoute>(options, handler)
{
    protected override async ValueTask DisposeCoreAsync()
    {
        listeners.Remove(channel, this);
        await base.DisposeCoreAsync().ConfigureAwait(false);

        // After the handlers' answers: the endpoint closes with its last listener.
        await release().ConfigureAwait(false);
    }

    protected override PayloadLimit AnswerLimit => new(ZeroMQDrivers.Name, messageBytesMax);

    protected override bool WantsReply(in ZmtpRoute route) => route.WantsReply;

    protected override ValueTask ReplyAsync(ZmtpRoute route, ReadOnlyMemory<byte> envelope) =>
        route.Session.Writer.WriteAsync(new ReplyFrames(route.Correlation, envelope), FlushBy.Caller, CancellationToken.None);

    // ZeroMQ has nothing to acknowledge.
    protected override ValueTask SettleAsync(ZmtpRoute route, bool handled) => ValueTask.CompletedTask;
}
