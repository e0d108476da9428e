using Genie.Brokers.Multiplexing;
using Genie.Brokers.Quic.Frames;
using Genie.Brokers.Sharing;

namespace Genie.Brokers.Quic.Links;

/// <summary>One listener of a channel at an endpoint; several are chosen round robin. Its full queue stops the reading of the link that brings more.</summary>
internal sealed class QuicBrokerListener(
    ChannelListeners<QuicBrokerListener> listeners, string channel, int messageBytesMax, ListenOptions options, MessageHandler handler, Func<ValueTask> release)
    : MessageDispatcher<QuicRoute>(options, handler)
{
    protected override async ValueTask DisposeCoreAsync()
    {
        listeners.Remove(channel, this);
        await base.DisposeCoreAsync().ConfigureAwait(false);

        // After the handlers' answers: the endpoint closes with its last listener.
        await release().ConfigureAwait(false);
    }

    protected override PayloadLimit AnswerLimit => new(QuicDrivers.Name, messageBytesMax);

    protected override bool WantsReply(in QuicRoute route) => route.WantsReply;

    protected override ValueTask ReplyAsync(QuicRoute route, ReadOnlyMemory<byte> envelope) => route.Session.WriteAsync(QuicFrameKind.Answer, route.Correlation, envelope);

    // There is nobody to whom anything were acknowledged.
    protected override ValueTask SettleAsync(QuicRoute route, bool handled) => ValueTask.CompletedTask;
}
